package insideinformer.apiserver;

/** resourceVersion texts as numbers. Upstream: {@code apiserver/pkg/storage/api_object_versioner.go}. */
final class Versions {

    private Versions() {}

    /** Empty is 0; a text that is no number throws its complaint in the words that clients know. */
    static long parse(String text) throws InvalidVersionException {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidVersionException(text);
        }
    }

    /** A resourceVersion that is no unsigned number. */
    static final class InvalidVersionException extends Exception {

        private final String text;

        InvalidVersionException(String text) {
            this.text = text;
        }

        /** The complaint alone. */
        String problem() {
            return "strconv.ParseUint: parsing " + FieldErrors.quote(text) + ": invalid syntax";
        }

        /** The complaint about a query parameter. */
        String parameterProblem() {
            return "resourceVersion: Invalid value: " + FieldErrors.quote(text) + ": " + problem();
        }
    }
}
