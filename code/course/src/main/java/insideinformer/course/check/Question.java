package insideinformer.course.check;

import java.util.List;
import java.util.Map;

/**
 * One question with its answers, right and wrong, all of them computed.
 *
 * @param id       stands before the {@code =} in the answers file
 * @param text     the question, as a sentence
 * @param choices  what can be answered; empty if anything can
 * @param form     when two answers are the same
 * @param answer   the right one
 * @param mistakes plausible wrong ones, each with the names of the exercise's mistakes that lead to it: one, or several
 *                 at once
 * @param read     where it is explained, as in a {@link Promise}
 */
public record Question(String id, String text, List<String> choices, Form form, String answer,
        Map<String, List<String>> mistakes, String read) {}
