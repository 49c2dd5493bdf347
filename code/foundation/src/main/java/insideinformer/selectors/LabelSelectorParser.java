package insideinformer.selectors;

import insideinformer.selectors.LabelSelector.Operator;
import insideinformer.selectors.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads the text of one label selector. It is a parser of recursive descent that looks one token ahead.
 *
 * <p>{@code in} and {@code notin} are operators only where an operator must stand. Elsewhere they are ordinary words.
 *
 * <p>Upstream: {@code apimachinery pkg/labels/selector.go, Lexer} and {@code Parser}.
 */
final class LabelSelectorParser {

    private static final String END = "";
    private static final String SYMBOLS = "=!(),<>";
    private static final String BLANKS = " \t\r\n";

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    LabelSelectorParser(String text) {
        this.text = text;
        tokenize();
    }

    List<Requirement> parse() {
        List<Requirement> requirements = new ArrayList<>();
        while (!peek().equals(END)) {
            if (!isWord(peek()) && !peek().equals("!")) {
                throw error("found '" + peek() + "', expected: !, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            String separator = take();
            if (separator.equals(END)) {
                break;
            }
            if (!separator.equals(",")) {
                throw error("found '" + separator + "', expected: ',' or 'end of string'");
            }
            if (!isWord(peek()) && !peek().equals("!")) {
                throw error("found '" + peek() + "', expected: identifier after ','");
            }
        }
        return requirements;
    }

    private Requirement requirement() {
        boolean negated = peek().equals("!");
        if (negated) {
            take();
        }
        String key = take();
        if (!isWord(key)) {
            throw requirementError("found '" + key + "', expected: identifier");
        }
        if (negated || peek().equals(END) || peek().equals(",")) {
            return legal(key, negated ? Operator.DOES_NOT_EXIST : Operator.EXISTS, List.of());
        }
        legal(key, Operator.EXISTS, List.of()); // a bad key is reported before what follows it
        String token = take();
        Operator operator = switch (token) {
            case "in" -> Operator.IN;
            case "notin" -> Operator.NOT_IN;
            case "=" -> Operator.EQUALS;
            case "==" -> Operator.DOUBLE_EQUALS;
            case "!=" -> Operator.NOT_EQUALS;
            case ">" -> Operator.GREATER_THAN;
            case "<" -> Operator.LESS_THAN;
            default -> throw requirementError("found '" + token + "', expected: in, notin, =, ==, !=, gt, lt");
        };
        List<String> values = operator == Operator.IN || operator == Operator.NOT_IN ? valueSet() : exactValue();
        return legal(key, operator, values);
    }

    private List<String> exactValue() {
        if (peek().equals(END) || peek().equals(",")) {
            return List.of("");
        }
        String value = take();
        if (!isWord(value)) {
            throw requirementError("found '" + value + "', expected: identifier");
        }
        return List.of(value);
    }

    private List<String> valueSet() {
        String open = take();
        if (!open.equals("(")) {
            throw requirementError("found '" + open + "' expected: '('");
        }
        SortedSet<String> values = new TreeSet<>();
        boolean more = true;
        while (more) {
            values.add(isWord(peek()) ? take() : ""); // no word between two marks means the empty value
            String mark = take();
            if (!mark.equals(",") && !mark.equals(")")) {
                throw requirementError("found '" + mark + "', expected: ',' or ')'");
            }
            more = mark.equals(",");
        }
        return List.copyOf(values);
    }

    private Requirement legal(String key, Operator operator, List<String> values) {
        try {
            return Requirement.of(key, operator, values);
        } catch (InvalidSelectorException e) {
            throw requirementError(e.problem());
        }
    }

    private InvalidSelectorException requirementError(String problem) {
        return error("unable to parse requirement: " + problem);
    }

    private InvalidSelectorException error(String problem) {
        return new InvalidSelectorException("label selector", text, problem);
    }

    private String peek() {
        return tokens.get(next);
    }

    private String take() {
        String token = peek();
        next = Math.min(next + 1, tokens.size() - 1); // the end stays the next token
        return token;
    }

    private static boolean isWord(String token) {
        return !token.equals(END) && SYMBOLS.indexOf(token.charAt(0)) < 0;
    }

    private void tokenize() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (SYMBOLS.indexOf(c) >= 0) {
                if ((c == '=' || c == '!') && end < text.length() && text.charAt(end) == '=') {
                    end++;
                }
                tokens.add(text.substring(at, end));
            } else if (BLANKS.indexOf(c) < 0) {
                while (end < text.length() && (SYMBOLS + BLANKS).indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                tokens.add(text.substring(at, end));
            }
            at = end;
        }
        tokens.add(END);
    }
}
