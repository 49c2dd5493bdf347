package insideinformer.course.check;

/** The questions of an <i>operate</i> exercise: a public class with a public constructor without arguments. */
@FunctionalInterface
public interface Questionnaire {

    /** Runs what the questions are about, and asks. The same run, and so the same answers, each time. */
    Paper ask() throws Exception;
}
