package insideinformer.course.check;

import java.util.List;
import java.util.Map;

/**
 * What a learner gets to read, and what is asked about it.
 *
 * @param material file name to text, in reading order
 */
public record Paper(Map<String, String> material, List<Question> questions) {}
