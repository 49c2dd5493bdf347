package insideinformer.selectors;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A condition on fields of an object, such as {@code status.phase!=Failed}: a list of terms that must all hold. An
 * absent field counts as empty. The server decides which fields of a kind can be used. Immutable. {@link #toString}
 * gives a text that {@link #parse} reads as the same condition, unless {@link #nothing} is part of it.
 *
 * <p>Upstream: {@code apimachinery pkg/fields/selector.go, Selector}.
 */
public final class FieldSelector {

    private static final FieldSelector EVERYTHING = new FieldSelector(List.of());
    private static final FieldSelector NOTHING = new FieldSelector(List.of(Special.NOTHING));
    private static final List<String> OPERATORS = List.of("!=", "==", "="); // the parser tries them in this order
    private static final Comparator<String> BYTEWISE =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private sealed interface Term permits Requirement, Special {

        boolean matches(Map<String, String> fields);
    }

    /** A selector without a requirement as a term of a larger selector. The text form of both is empty. */
    private enum Special implements Term {
        EVERYTHING,
        NOTHING;

        @Override
        public boolean matches(Map<String, String> fields) {
            return this == EVERYTHING;
        }

        @Override
        public String toString() {
            return "";
        }
    }

    /** Translates a field and its value, for example to the names that another version of the kind uses. */
    @FunctionalInterface
    public interface TransformFunc {

        /**
         * The translation. If both of its texts are empty, the term is left out.
         *
         * @throws RuntimeException if there is no such field
         */
        FieldValue transform(String field, String value);
    }

    /** A field and the value that it is compared with. */
    public record FieldValue(String field, String value) {}

    /**
     * One term: the field has this value or, if {@code equal} is false, any other value. Upstream: {@code
     * fields.Requirement}.
     *
     * @param value without escapes
     */
    public record Requirement(String field, boolean equal, String value) implements Term {

        @Override
        public boolean matches(Map<String, String> fields) {
            return fields.getOrDefault(field, "").equals(value) == equal;
        }

        @Override
        public String toString() {
            return field + (equal ? "=" : "!=") + escape(value);
        }
    }

    private final List<Term> terms;

    private FieldSelector(List<? extends Term> terms) {
        this.terms = List.copyOf(terms);
    }

    /** Matches all objects. */
    public static FieldSelector everything() {
        return EVERYTHING;
    }

    /** Matches no objects. Its text form is empty, like that of {@link #everything}. */
    public static FieldSelector nothing() {
        return NOTHING;
    }

    /** Matches objects whose {@code field} is {@code value}, which can contain any characters. */
    public static FieldSelector termEqual(String field, String value) {
        return new FieldSelector(List.of(new Requirement(field, true, value)));
    }

    /** Matches objects whose {@code field} is not {@code value}. */
    public static FieldSelector termNotEqual(String field, String value) {
        return new FieldSelector(List.of(new Requirement(field, false, value)));
    }

    /**
     * Reads {@code a=b}, {@code a==b}, {@code a!=b}, and several of them joined with commas. In a value, a backslash
     * stands before {@code \}, {@code ,} and {@code =}. Empty terms are skipped, and an empty text selects everything.
     *
     * @throws InvalidSelectorException if the text has another form
     */
    public static FieldSelector parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String term : splitTerms(text)) {
            if (!term.isEmpty()) {
                Requirement requirement = parseTerm(term, text);
                if (!requirement.field().isEmpty() || !requirement.value().isEmpty()) {
                    requirements.add(requirement);
                }
            }
        }
        return new FieldSelector(requirements);
    }

    /**
     * Matches what both selectors match. As upstream, a side without terms leaves a comma in the text: {@code ,a=1}.
     */
    public FieldSelector and(FieldSelector other) {
        List<Term> both = new ArrayList<>(part());
        both.addAll(other.part());
        return new FieldSelector(both);
    }

    private List<Term> part() {
        return terms.isEmpty() ? List.of(Special.EVERYTHING) : terms;
    }

    /** This selector with each term translated by {@code names}. What {@code names} throws comes out of this method. */
    public FieldSelector transform(TransformFunc names) {
        List<Term> transformed = new ArrayList<>();
        for (Term term : terms) {
            switch (term) {
                case Requirement r -> {
                    FieldValue pair = names.transform(r.field(), r.value());
                    if (!pair.field().isEmpty() || !pair.value().isEmpty()) {
                        transformed.add(new Requirement(pair.field(), r.equal(), pair.value()));
                    }
                }
                case Special.EVERYTHING -> {}
                case Special.NOTHING -> transformed.add(term);
            }
        }
        return new FieldSelector(transformed);
    }

    /** Whether an object with these fields is selected; the keys are paths such as {@code status.phase}. */
    public boolean matches(Map<String, String> fields) {
        return terms.stream().allMatch(term -> term.matches(fields));
    }

    /** True if it matches everything. */
    public boolean isEmpty() {
        return terms.stream().allMatch(Special.EVERYTHING::equals);
    }

    /** The requirements, sorted by their texts. {@link #nothing} has none. */
    public List<Requirement> requirements() {
        return terms.stream().filter(Requirement.class::isInstance).map(Requirement.class::cast).toList();
    }

    /** The value that the first {@code =} term of this field asks for; empty if there is no such term. */
    public Optional<String> requiresExactMatch(String field) {
        return requirements().stream()
                .filter(r -> r.equal() && r.field().equals(field))
                .findFirst()
                .map(Requirement::value);
    }

    /** The value with the backslashes that it needs in a selector's text. */
    public static String escape(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }

    /**
     * The value without the backslashes of a selector's text.
     *
     * @throws InvalidSelectorException if there is no backslash before a {@code ,} or {@code =}, or there is one before
     *     another character
     */
    public static String unescape(String value) {
        return unescape(value, value);
    }

    private static List<String> splitTerms(String text) {
        List<String> terms = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                terms.add(text.substring(start, i));
                start = i + 1;
            }
        }
        terms.add(text.substring(start));
        terms.sort(BYTEWISE);
        return terms;
    }

    private static Requirement parseTerm(String term, String text) {
        for (int i = 0; i < term.length(); i++) {
            for (String operator : OPERATORS) {
                if (term.startsWith(operator, i)) {
                    String value = unescape(term.substring(i + operator.length()), text);
                    return new Requirement(term.substring(0, i), !operator.equals("!="), value);
                }
            }
        }
        throw new InvalidSelectorException(
                "field selector", text, "invalid selector: '" + text + "'; can't understand '" + term + "'");
    }

    private static String unescape(String value, String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ',' || c == '=') {
                throw new InvalidSelectorException(
                        "field selector", text, "invalid field selector: unescaped character in value: " + c);
            }
            if (c == '\\') {
                i++;
                if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                    throw new InvalidSelectorException(
                            "field selector", text, "invalid field selector: invalid escape sequence: "
                                    + value.substring(i - 1, Math.min(i + 1, value.length())));
                }
                c = value.charAt(i);
            }
            plain.append(c);
        }
        return plain.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof FieldSelector other && terms.equals(other.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    @Override
    public String toString() {
        return terms.stream().map(Term::toString).collect(Collectors.joining(","));
    }
}
