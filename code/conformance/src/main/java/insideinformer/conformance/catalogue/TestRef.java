package insideinformer.conformance.catalogue;

import java.nio.file.Path;

/**
 * A test that carries an id.
 *
 * @param module the folder of its module, for example {@code ch03-delta-fifo}
 * @param className the qualified name, with nested classes after a {@code $}
 * @param method empty if the whole class carries the id
 * @param file relative to the reactor's folder
 * @param line where the method or class begins
 * @param part what the test shows of the row; empty if it shows all of it
 */
public record TestRef(String module, String className, String method, Path file, long line, String part) {

    /** {@code DeltaFIFOTest#a_key_added_twice_is_handed_out_once}, or the class alone. */
    public String text() {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        return method.isEmpty() ? simple : simple + "#" + method;
    }

    TestRef showing(String part) {
        return new TestRef(module, className, method, file, line, part);
    }
}
