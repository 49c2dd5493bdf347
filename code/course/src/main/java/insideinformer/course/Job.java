package insideinformer.course;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What {@link Runner} has to do: run the tests among some classes, or ask the questions.
 *
 * @param classes    folders of class files
 * @param candidates names of classes; of these, those that have tests are run
 * @param learners   the learner's file names, to find the place of a failure
 * @param sheets     answers to mark, each a map from question id to answer
 */
record Job(What what, Until until, List<String> classes, List<String> candidates, List<String> learners,
        List<Map<String, String>> sheets) implements Serializable {

    enum What {
        STAGES, OWN_TESTS, QUESTIONS
    }

    /** How far a job with tests goes on after the first that is not kept. */
    enum Until {
        FIRST_BROKEN, END_OF_STAGE
    }
}
