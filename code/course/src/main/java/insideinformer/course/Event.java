package insideinformer.course;

import insideinformer.course.check.Question;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

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

    /** The job's end. Where it is missing, the process came to its own. */
    record Finished() implements Event {}

    /** A job's code could not be run at all. */
    record Failed(String message) implements Event {}

    /** A {@link Question} as far as it can cross over: all but its form. */
    record Asking(String id, String text, List<String> choices, String answer,
            Map<String, List<String>> mistakes)
            implements Serializable {

        static Asking of(Question question) {
            return new Asking(question.id(), question.text(), List.copyOf(question.choices()), question.answer(),
                    Map.copyOf(question.mistakes()));
        }
    }
}
