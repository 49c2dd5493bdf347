package insideinformer.course;

import java.io.Serializable;

/**
 * Something that can hold or not: a promise of a stage, a test of the learner's own, a question.
 *
 * @param key   the test method's name, or the question's id
 * @param stage the stage's number; 0 for a learner's own test
 */
record Claim(String key, int stage, String stageTitle, int number, String text, String read) implements Serializable {

    boolean isAboutOwnTest() {
        return stage == 0;
    }
}
