package insideinformer.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the catalogue rows that a test shows, for example {@code @Spec("DF-07")}. The conformance page lists every row
 * with the tests that carry its id, and a row that no test names is listed there as open.
 *
 * <p>A test that shows only a part of a row says which: {@code @Spec(value = "RF-65", part = "after a bookmark")}. If
 * all tests of a row show parts, the page says that the row is partly shown. A test can carry several annotations, one
 * for the rows that it shows whole and one for each part.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(Spec.Several.class)
public @interface Spec {

    /**
     * At least one id: of a row such as {@code DF-07}, of a report such as {@code A1}, or of a stop of the walk such as
     * {@code W26}.
     */
    String[] value();

    /** What the test shows of these rows, if that is not all of each. */
    String part() default "";

    /** Holds the annotations of a test that has more than one. The compiler writes it. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface Several {
        Spec[] value();
    }
}
