package insideinformer.book;

/** Something that the book asks for cannot be had. The message says what to do. */
final class BookError extends Exception {

    private final String what;

    BookError(String what) {
        super(what);
        this.what = what;
    }

    BookError(String what, Throwable cause) {
        super(what, cause);
        this.what = what;
    }

    String what() {
        return what;
    }
}
