package insideinformer.course.check;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test class of an exercise: one step of the learner's way. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Stage {

    /** From 1; a later stage is looked at when the earlier ones hold. */
    int number();

    /** A few words, as in the task list. */
    String title();
}
