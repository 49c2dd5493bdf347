package insideinformer.api;

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
 * counts as empty. Immutable; {@link #toString} gives a text form that means the same. Which fields a kind offers is
 * the server's business.
 *
 * <p>Upstream: {@code apimachinery pkg/fields/selector.go, Selector}.
 */
public final class FieldSelector {

    private static final FieldSelector EVERYTHING = new FieldSelector(List.of());
    private static final List<String> OPERATORS = List.of("!=", "==", "="); // in the order in which they are looked for
    private static final Comparator<String> BYTEWISE =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /**
     * One term; {@code equal} false: every other value is meant. Upstream: {@code fields.Requirement}.
     *
     * @param value as it is, without escapes
     */
    public record Requirement(String field, boolean equal, String value) {

        boolean matches(Map<String, String> fields) {
            return fields.getOrDefault(field, "").equals(value) == equal;
        }

        @Override
        public String toString() {
            return field + (equal ? "=" : "!=") + escape(value);
        }
    }

    private final List<Requirement> requirements;

    private FieldSelector(List<Requirement> requirements) {
        this.requirements = List.copyOf(requirements);
    }

    /** Matches all objects. */
    public static FieldSelector everything() {
        return EVERYTHING;
    }

    /** Matches objects whose {@code field} is {@code value}, whatever characters stand in it. */
    public static FieldSelector termEqual(String field, String value) {
        return new FieldSelector(List.of(new Requirement(field, true, value)));
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

    /** Whether an object with these fields, by path, is selected. */
    public boolean matches(Map<String, String> fields) {
        return requirements.stream().allMatch(r -> r.matches(fields));
    }

    /** True if it matches everything. */
    public boolean isEmpty() {
        return requirements.isEmpty();
    }

    /** In the order of the terms as sorted texts. */
    public List<Requirement> requirements() {
        return requirements;
    }

    /** The one value that this field must have, as its first term of equality says it; empty if none does. */
    public Optional<String> requiresExactMatch(String field) {
        return requirements.stream()
                .filter(r -> r.equal() && r.field().equals(field))
                .findFirst()
                .map(Requirement::value);
    }

    /** The value as it stands in a selector's text. */
    public static String escape(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
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
        return o instanceof FieldSelector other && requirements.equals(other.requirements);
    }

    @Override
    public int hashCode() {
        return requirements.hashCode();
    }

    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }
}
