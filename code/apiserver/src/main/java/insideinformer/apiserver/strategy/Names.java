package insideinformer.apiserver.strategy;

import insideinformer.apiserver.kinds.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What names, label keys and label values may look like, and how new names are made.
 *
 * <p>Upstream: {@code apimachinery/pkg/util/validation/validation.go}, {@code apiserver/pkg/storage/names/generate.go}.
 */
public final class Names {

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + QUALIFIED + ")?";

    private static final Pattern IS_LABEL = Pattern.compile(LABEL);
    private static final Pattern IS_LABEL_1035 = Pattern.compile(LABEL_1035);
    private static final Pattern IS_SUBDOMAIN = Pattern.compile(SUBDOMAIN);
    private static final Pattern IS_QUALIFIED = Pattern.compile(QUALIFIED);
    private static final Pattern IS_VALUE = Pattern.compile(VALUE);

    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789"; // spells no words, has no look-alikes
    private static final int SUFFIX = 5;
    private static final int MAX_PREFIX = 58;

    private static final Set<String> LABELS_ONLY = Set.of("namespaces");
    private static final Set<String> PATH_SEGMENTS = Set.of("roles", "rolebindings");

    private Names() {}

    /** What is wrong with an object's name. */
    static Optional<String> problem(ResourceType type, String name) {
        String resource = type.gvr().resource();
        if (resource.equals("services")) {
            return problem(name, 63, IS_LABEL_1035,
                    "a DNS-1035 label must consist of lower case alphanumeric characters"
                            + " or '-', start with an alphabetic character, and end with an alphanumeric character"
                            + " (e.g. 'my-name',  or 'abc-123', regex used for validation is '" + LABEL_1035 + "')");
        }
        if (LABELS_ONLY.contains(resource)) {
            return labelProblem(name);
        }
        if (PATH_SEGMENTS.contains(resource)) {
            if (name.equals(".") || name.equals("..")) {
                return Optional.of("may not be '" + name + "'");
            }
            if (name.chars().anyMatch(Character::isISOControl)) {
                return Optional.of("may not contain control characters"); // no URL that an HTTP library takes has them
            }
            return name.contains("/") || name.contains("%")
                    ? Optional.of("may not contain '" + (name.contains("/") ? "/" : "%") + "'")
                    : Optional.empty();
        }
        return subdomainProblem(name);
    }

    static Optional<String> labelProblem(String name) {
        return problem(name, 63, IS_LABEL, "a lowercase RFC 1123 label must consist of lower case alphanumeric"
                + " characters or '-', and must start and end with an alphanumeric character"
                + " (e.g. 'my-name',  or '123-abc', regex used for validation is '" + LABEL + "')");
    }

    static Optional<String> subdomainProblem(String name) {
        return problem(name, 253, IS_SUBDOMAIN, "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                + " characters, '-' or '.', and must start and end with an alphanumeric character"
                + " (e.g. 'example.com', regex used for validation is '" + SUBDOMAIN + "')");
    }

    /** A name, or a DNS prefix, a slash and a name. */
    static List<String> labelKeyProblems(String key) {
        List<String> problems = new ArrayList<>();
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        if (slash >= 0) {
            String prefix = key.substring(0, slash);
            if (prefix.isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                subdomainProblem(prefix).ifPresent(p -> problems.add("prefix part " + p));
            }
        }
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (name.length() > 63) {
            problems.add("name part must be no more than 63 bytes");
        }
        if (!IS_QUALIFIED.matcher(name).matches()) {
            problems.add(
                    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                            + " an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                            + " validation is '" + QUALIFIED + "')");
        }
        return problems;
    }

    static List<String> labelValueProblems(String value) {
        Optional<String> problem = problem(value, 63, IS_VALUE, "a valid label must be an empty string or consist of"
                + " alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
                + " (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '" + VALUE + "')");
        return problem.stream().toList();
    }

    /** {@code prefix} and five random characters. */
    public static String generate(String prefix, Random random) {
        StringBuilder name = new StringBuilder(prefix.substring(0, Math.min(prefix.length(), MAX_PREFIX)));
        for (int i = 0; i < SUFFIX; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }

    private static Optional<String> problem(String text, int max, Pattern pattern, String rule) {
        if (text.length() > max) {
            return Optional.of("must be no more than " + max + " bytes");
        }
        return pattern.matcher(text).matches() ? Optional.empty() : Optional.of(rule);
    }
}
