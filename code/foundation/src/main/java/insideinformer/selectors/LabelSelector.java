package insideinformer.selectors;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A condition on labels: a list of requirements that must all hold. Immutable. {@link #toString} gives a text that
 * {@link #parse} reads as the same selector. There are two exceptions: {@link #nothing}, and a selector with a
 * requirement that {@code parse} refuses.
 *
 * <p>Upstream: {@code apimachinery pkg/labels/selector.go, Selector}.
 */
public final class LabelSelector {

    private static final LabelSelector EVERYTHING = new LabelSelector(List.of(), true);
    private static final LabelSelector NOTHING = new LabelSelector(List.of(), false);

    /** How a requirement compares. Upstream: {@code selection.Operator}. */
    public enum Operator {
        IN("in"),
        NOT_IN("notin"),
        EQUALS("="),
        DOUBLE_EQUALS("=="),
        NOT_EQUALS("!="),
        EXISTS("exists"),
        DOES_NOT_EXIST("!"),
        GREATER_THAN("gt"),
        LESS_THAN("lt");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /** Upstream's name of the operator. */
        public String text() {
            return text;
        }

        /** @throws InvalidSelectorException if no operator has this name */
        public static Operator of(String text) {
            for (Operator operator : values()) {
                if (operator.text.equals(text)) {
                    return operator;
                }
            }
            throw new InvalidSelectorException(
                    "label operator", text, "\"" + text + "\" is not a valid label operator");
        }
    }

    /**
     * One term of a selector. {@link #of} checks it; the constructor does not. A label that is absent satisfies {@code
     * NOT_IN}, {@code NOT_EQUALS} and {@code DOES_NOT_EXIST}, and no other operator.
     *
     * <p>Upstream: {@code labels.Requirement}.
     */
    public record Requirement(String key, Operator operator, List<String> values) {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
        private static final Pattern SUBDOMAIN =
                Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
        private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+");
        private static final int LONGEST_NAME = 63;
        private static final int LONGEST_PREFIX = 253;

        public Requirement {
            values = List.copyOf(values);
        }

        /**
         * A requirement that is legal.
         *
         * @throws InvalidSelectorException if the key or a value is no legal label, or the operator wants another
         *     number of values
         */
        public static Requirement of(String key, Operator operator, List<String> values) {
            Requirement requirement = new Requirement(key, operator, values);
            requirement.problem().ifPresent(problem -> {
                throw new InvalidSelectorException("label requirement", requirement.toString(), problem);
            });
            return requirement;
        }

        boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN, EQUALS, DOUBLE_EQUALS -> value != null && values.contains(value);
                case NOT_IN, NOT_EQUALS -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER_THAN -> value != null && compare(value) > 0;
                case LESS_THAN -> value != null && compare(value) < 0;
            };
        }

        /**
         * Compares the label's value with that of the requirement. 0, which satisfies neither operator, means that one
         * of them is no 64-bit integer.
         */
        private int compare(String value) {
            Optional<Long> left = integer(value);
            Optional<Long> right = integer(values.getFirst());
            return left.isEmpty() || right.isEmpty() ? 0 : left.get().compareTo(right.get());
        }

        private Optional<String> problem() {
            Optional<String> illegalKey = keyProblem();
            if (illegalKey.isPresent()) {
                return illegalKey;
            }
            switch (operator) {
                case IN, NOT_IN -> {
                    if (values.isEmpty()) {
                        return Optional.of(
                                "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
                    }
                }
                case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> {
                    if (values.size() != 1) {
                        return Optional.of("values: Invalid value: " + values
                                + ": exact-match compatibility requires one single value");
                    }
                }
                case EXISTS, DOES_NOT_EXIST -> {
                    if (!values.isEmpty()) {
                        return Optional.of("values: Invalid value: " + values
                                + ": values set must be empty for exists and does not exist");
                    }
                }
                case GREATER_THAN, LESS_THAN -> {
                    if (values.size() != 1) {
                        return Optional.of("values: Invalid value: " + values
                                + ": for 'Gt', 'Lt' operators, exactly one value is required");
                    }
                    if (integer(values.getFirst()).isEmpty()) {
                        return Optional.of("values[0]: Invalid value: \"" + values.getFirst()
                                + "\": for 'Gt', 'Lt' operators, the value must be an integer");
                    }
                }
            }
            for (int i = 0; i < values.size(); i++) {
                String value = values.get(i);
                String place = "values[" + i + "][" + key + "]: Invalid value: \"" + value + "\": ";
                if (value.length() > LONGEST_NAME) {
                    return Optional.of(place + "must be no more than 63 characters");
                }
                if (!value.isEmpty() && !NAME.matcher(value).matches()) {
                    return Optional.of(place
                            + "a valid label must be an empty string or consist of alphanumeric characters, "
                            + "'-', '_' or '.', and must start and end with an alphanumeric character "
                            + "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
                            + "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
                }
            }
            return Optional.empty();
        }

        private Optional<String> keyProblem() {
            int slash = key.indexOf('/');
            String prefix = slash < 0 ? "" : key.substring(0, slash);
            String name = key.substring(slash + 1);
            String place = "key: Invalid value: \"" + key + "\": ";
            if (slash >= 0 && (prefix.length() > LONGEST_PREFIX || !SUBDOMAIN.matcher(prefix).matches())) {
                return Optional.of(place
                        + "prefix part must be a lowercase RFC 1123 subdomain of at most 253 characters "
                        + "(e.g. 'example.com')");
            }
            if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
                return Optional.of(place
                        + "name part must consist of at most 63 alphanumeric characters, '-', '_' or '.', "
                        + "and must start and end with an alphanumeric character "
                        + "(e.g. 'MyName',  or 'my.name',  or '123-abc')");
            }
            return Optional.empty();
        }

        private static Optional<Long> integer(String text) {
            if (!NUMBER.matcher(text).matches()) {
                return Optional.empty();
            }
            try {
                return Optional.of(Long.parseLong(text));
            } catch (NumberFormatException e) { // more than 64 bits
                return Optional.empty();
            }
        }

        @Override
        public String toString() {
            String sorted = values.stream().sorted().collect(Collectors.joining(","));
            return switch (operator) {
                case IN -> key + " in (" + sorted + ")";
                case NOT_IN -> key + " notin (" + sorted + ")";
                case EXISTS -> key;
                case DOES_NOT_EXIST -> "!" + key;
                case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> key + operator.text() + sorted;
                case GREATER_THAN -> key + ">" + sorted;
                case LESS_THAN -> key + "<" + sorted;
            };
        }
    }

    private final List<Requirement> requirements;
    private final boolean selectable;

    private LabelSelector(List<Requirement> requirements, boolean selectable) {
        this.requirements = requirements;
        this.selectable = selectable;
    }

    /** Matches all labels. */
    public static LabelSelector everything() {
        return EVERYTHING;
    }

    /** Matches nothing, not even an object without labels. Its text form is empty, like that of {@link #everything}. */
    public static LabelSelector nothing() {
        return NOTHING;
    }

    /**
     * Reads {@code k}, {@code !k}, {@code k=v}, {@code k==v}, {@code k!=v}, {@code k in (a,b)}, {@code k notin (a,b)},
     * {@code k>1}, {@code k<1}, and several of them joined with commas. An empty text selects everything.
     *
     * @throws InvalidSelectorException if the text has another form, or a key or a value is no legal label
     */
    public static LabelSelector parse(String text) {
        return new LabelSelector(sorted(new LabelSelectorParser(text).parse()), true);
    }

    /** Matches objects that have all these labels. Unlike {@link #parse}, it does not check the keys and values. */
    public static LabelSelector fromSet(Map<String, String> labels) {
        List<Requirement> terms = new ArrayList<>();
        labels.forEach((key, value) -> terms.add(new Requirement(key, Operator.EQUALS, List.of(value))));
        return new LabelSelector(sorted(terms), true);
    }

    /**
     * Does the same as {@link #fromSet}, and checks the labels.
     *
     * @throws InvalidSelectorException if a key or a value is no legal label
     */
    public static LabelSelector fromValidatedSet(Map<String, String> labels) {
        LabelSelector selector = fromSet(labels);
        selector.requirements.forEach(r -> Requirement.of(r.key(), r.operator(), r.values()));
        return selector;
    }

    /** Labels for people to read, such as {@code a=1,b=2}, or {@code <none>}. They are sorted as texts, not by key. */
    public static String formatLabels(Map<String, String> labels) {
        return labels.isEmpty()
                ? "<none>"
                : labels.entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    /** This selector with one more requirement. {@link #nothing} stays nothing. */
    public LabelSelector add(Requirement requirement) {
        if (!selectable) {
            return this;
        }
        List<Requirement> more = new ArrayList<>(requirements);
        more.add(requirement);
        return new LabelSelector(sorted(more), true);
    }

    /** Whether an object with these labels is selected. */
    public boolean matches(Map<String, String> labels) {
        return selectable && requirements.stream().allMatch(r -> r.matches(labels));
    }

    /** True if it matches everything. */
    public boolean isEmpty() {
        return selectable && requirements.isEmpty();
    }

    /** False only for {@link #nothing}. */
    public boolean isSelectable() {
        return selectable;
    }

    /** Sorted by key; none for {@link #everything} and for {@link #nothing}. */
    public List<Requirement> requirements() {
        return requirements;
    }

    /** The one value that the first requirement of this key asks for; empty if it allows several, or there is none. */
    public Optional<String> requiresExactMatch(String key) {
        return requirements.stream()
                .filter(r -> r.key().equals(key))
                .findFirst()
                .filter(r -> switch (r.operator()) {
                    case IN, EQUALS, DOUBLE_EQUALS -> r.values().size() == 1;
                    case NOT_IN, NOT_EQUALS, EXISTS, DOES_NOT_EXIST, GREATER_THAN, LESS_THAN -> false;
                })
                .map(r -> r.values().getFirst());
    }

    private static List<Requirement> sorted(List<Requirement> requirements) {
        return requirements.stream().sorted(Comparator.comparing(Requirement::key)).toList();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof LabelSelector other && selectable == other.selectable
                && requirements.equals(other.requirements);
    }

    @Override
    public int hashCode() {
        return requirements.hashCode() * 31 + Boolean.hashCode(selectable);
    }

    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }
}
