package insideinformer.course;

/** Something that the person at the keyboard can put right; the message says how. */
final class CourseException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CourseException(String message) {
        super(message);
    }
}
