package insideinformer.course.check;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** A test method of an exercise: one promise that the learner's code keeps or breaks. */
@Documented
@Test
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Promise {

    /** Its place in the stage, from 1: the first broken one is shown first. */
    int number();

    /** The promise, as a sentence. */
    String text();

    /**
     * Where it is explained: {@code Chapter 3, "The promises", I2}. The section must exist; for a chapter that does not,
     * name what to read in its place: {@code Chapter 10, "The promises" or PodEvaluator in code/ch10-quota-evaluators}.
     */
    String read();
}
