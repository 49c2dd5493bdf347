package insideinformer.course;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

import insideinformer.course.check.Question;

/** What {@link Runner} reports to {@link Fork}, in the order in which it happens. */
sealed interface Event extends Serializable {

    /** The next job. */
    record Began() implements Event {}

    /** This is all that can hold or not in the job. */
    record Planned(List<Claim> claims) implements Event {}

    record Started(Claim claim) implements Event {}

    record Ended(Result result) implements Event {}

    /** What there is to read and to answer. */
    record Asked(Map<String, String> material, List<Asking> questions) implements Event {}

    /** A job's code could not be run at all. */
    record Failed(String message) implements Event {}

    /** A question without its answer. */
    record Asking(String id, String text, List<String> choices) implements Serializable {

        static Asking of(Question question) {
            return new Asking(question.id(), question.text(), question.choices());
        }
    }
}
