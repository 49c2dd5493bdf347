package insideinformer.apiserver.store;

import insideinformer.apiserver.errors.FieldErrors;

/** resourceVersion texts as numbers. Upstream: {@code apiserver/pkg/storage/api_object_versioner.go}. */
public final class Versions {

    private Versions() {}

    /**
     * Empty is 0; a text that is no number throws its complaint in the words that clients know.
     *
     * @return an unsigned number: what is negative in Java lies in the future of every server
     */
    public static long parse(String text) throws InvalidVersionException {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidVersionException(text);
        }
    }

    /** The same as a revision to wait for or to follow from; one that no server reaches stays that. */
    public static long reachable(long version) {
        return version < 0 ? Long.MAX_VALUE : version;
    }

    /** A resourceVersion that is no unsigned number. */
    public static final class InvalidVersionException extends Exception {

        private final String text;

        InvalidVersionException(String text) {
            this.text = text;
        }

        /** The complaint alone. */
        public String problem() {
            return "strconv.ParseUint: parsing " + FieldErrors.quote(text) + ": invalid syntax";
        }

        /** The complaint about a query parameter. */
        public String parameterProblem() {
            return "resourceVersion: Invalid value: " + FieldErrors.quote(text) + ": " + problem();
        }
    }
}
