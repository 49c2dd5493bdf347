package insideinformer.apiserver;

/** resourceVersion texts as numbers. Upstream: {@code apiserver/pkg/storage/api_object_versioner.go}. */
final class Versions {

    private Versions() {}

    /**
     * Empty is 0.
     *
     * @throws NumberFormatException with the text that clients know
     */
    static long parse(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new NumberFormatException("strconv.ParseUint: parsing " + FieldErrors.quote(text) + ": invalid syntax");
        }
    }

    /** What is said about a parameter that is none. */
    static String invalidParameter(String text, NumberFormatException e) {
        return "resourceVersion: Invalid value: " + FieldErrors.quote(text) + ": " + e.getMessage();
    }
}
