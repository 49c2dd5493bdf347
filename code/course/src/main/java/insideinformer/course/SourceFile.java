package insideinformer.course;

import java.nio.file.Path;

/**
 * A Java file to compile.
 *
 * @param name    {@code RebuiltQueue.java}; exercises have no package
 * @param shownAs how messages name it, so that a learner can open it
 */
record SourceFile(String name, String shownAs, String text) {

    static SourceFile of(Path file) {
        return new SourceFile(file.getFileName().toString(), shown(file), Exercise.read(file));
    }

    /** A path as one would type it here. */
    static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : absolute.toString();
    }

    /** In quotes if a shell would take it for several words. */
    static String quoted(String word) {
        return word.contains(" ") && !word.startsWith("\"") ? "\"" + word + "\"" : word;
    }

    String className() {
        return name.substring(0, name.length() - ".java".length());
    }
}
