package insideinformer.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the catalogue rows that a test shows, for example {@code @Spec("DF-07")}. The conformance page lists every row
 * with the tests that carry its id; a row that no test names is listed there as open.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Spec {

    /** Ids of rows such as {@code DF-07}, of reports such as {@code A1}, of stops of the walk such as {@code W26}; at least one. */
    String[] value();
}
