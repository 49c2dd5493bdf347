import insideinformer.course.check.Form;
import insideinformer.course.check.Paper;
import insideinformer.course.check.Question;
import insideinformer.course.check.Questionnaire;
import java.util.List;
import java.util.Map;

public class Questions implements Questionnaire {

    @Override
    public Paper ask() {
        int boxes = 2;
        int size = 6;
        Form number = answer -> {
            try {
                return Integer.toString(Integer.parseInt(answer.strip()));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'" + answer + "' is not a number");
            }
        };
        return new Paper(Map.of("shelf.txt", boxes + " boxes of " + size + "\n"), List.of(
                new Question("lamps", "How many lamps?\nOn the whole shelf.", List.of(), number, "" + boxes * size,
                        Map.of("" + boxes, List.of("boxes")), "Chapter 2, \"Counting\" or Shelf in code/ch02-shelves"),
                new Question("light", "Are they lit?", List.of("yes", "no"), Form.WORDS, "no", Map.of(), "Chapter 2, \"Counting\"")));
    }
}
