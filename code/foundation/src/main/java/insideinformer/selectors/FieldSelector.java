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
 * A condition on fields of an object, such as {@code status.phase!=Failed}: terms that must all hold; an absent field
 * counts as empty. Immutable; {@link #toString} gives a text form that means the same, unless it holds
 * {@link #nothing}. Which fields a kind offers is
 * the server's business.
 *
 * <p>Upstream: {@code apimachinery pkg/fields/selector.go, Selector}.
 */
public final class FieldSelector {

    private static final FieldSelector EVERYTHING = new FieldSelector(List.of());
    private static final FieldSelector NOTHING = new FieldSelector(List.of(Special.NOTHING));
    private static final List<String> OPERATORS = List.of("!=", "==", "="); // in the order in which they are looked for
    private static final Comparator<String> BYTEWISE =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private sealed interface Term permits Requirement, Special {

        boolean matches(Map<String, String> fields);
    }

    /** What a selector without terms becomes when it is joined with others; both print as empty text. */
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

    /** Gives a field and its value other names, such as those of an older version of a kind. */
    @FunctionalInterface
    public interface TransformFunc {

        /**
         * Both empty: the term is left out.
         *
         * @throws RuntimeException if there is no such field
         */
        FieldValue transform(String field, String value);
    }

    /** A field and the value that it is compared with. */
    public record FieldValue(String field, String value) {}

    /**
     * One term; {@code equal} false: every other value is meant. Upstream: {@code fields.Requirement}.
     *
     * @param value as it is, without escapes
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

    /** Matches no objects; it has no text form of its own. */
    public static FieldSelector nothing() {
        return NOTHING;
    }

    /** Matches objects whose {@code field} is {@code value}, whatever characters stand in it. */
    public static FieldSelector termEqual(String field, String value) {
        return new FieldSelector(List.of(new Requirement(field, true, value)));
    }

    /** Matches objects whose {@code field} is anything but {@code value}. */
    public static FieldSelector termNotEqual(String field, String value) {
        return new FieldSelector(List.of(new Requirement(field, false, value)));
    }

    /**
     * Reads {@code a=b}, {@code a==b}, {@code a!=b}, joined with commas; in a value {@code \}, {@code ,} and {@code =}
     * are escaped with a backslash. Terms with nothing in them are skipped; an empty text selects everything.
     *
     * @throws InvalidSelectorException if the text is nothing of the kind
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

    /** Both conditions; as upstream, a side without terms leaves a comma behind in the text: {@code ,a=1}. */
    public FieldSelector and(FieldSelector other) {
        List<Term> both = new ArrayList<>(part());
        both.addAll(other.part());
        return new FieldSelector(both);
    }

    private List<Term> part() {
        return terms.isEmpty() ? List.of(Special.EVERYTHING) : terms;
    }

    /** Each term as {@code names} has it; fails as it fails. */
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

    /** Whether an object with these fields, by path, is selected. */
    public boolean matches(Map<String, String> fields) {
        return terms.stream().allMatch(term -> term.matches(fields));
    }

    /** True if it matches everything. */
    public boolean isEmpty() {
        return terms.stream().allMatch(Special.EVERYTHING::equals);
    }

    /** In the order of the terms as sorted texts; {@link #nothing} has none. */
    public List<Requirement> requirements() {
        return terms.stream().filter(Requirement.class::isInstance).map(Requirement.class::cast).toList();
    }

    /** The one value that this field must have, as its first term of equality says it; empty if none does. */
    public Optional<String> requiresExactMatch(String field) {
        return requirements().stream()
                .filter(r -> r.equal() && r.field().equals(field))
                .findFirst()
                .map(Requirement::value);
    }

    /** The value as it stands in a selector's text. */
    public static String escape(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }

    /**
     * The value that an escaped one stands for.
     *
     * @throws InvalidSelectorException if a {@code ,} or {@code =} is not escaped, or something else is
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
