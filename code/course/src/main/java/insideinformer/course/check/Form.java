package insideinformer.course.check;

import java.util.Locale;

/** When two answers are the same: when their canonical texts are. */
@FunctionalInterface
public interface Form {

    /** Words, whatever their case and the space around them. */
    Form WORDS = answer -> answer.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);

    /** @throws IllegalArgumentException if this is no answer of that form; the message says what would be */
    String canonical(String answer);
}
