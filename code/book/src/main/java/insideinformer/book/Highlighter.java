package insideinformer.book;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts code into coloured pieces. Knows Java as of 21, with records, sealed types, pattern switches and text blocks, and
 * the few other languages that the book shows. Pieces, put together again, are the text that was given.
 */
final class Highlighter {

    /** What a piece is; {@link #css} is its class on the page. */
    enum Kind {
        PLAIN(""),
        KEYWORD("k"),
        TYPE("t"),
        CALL("f"),
        STRING("s"),
        NUMBER("n"),
        COMMENT("c"),
        ANNOTATION("a"),
        CONSTANT("v"),
        KEY("y");

        private final String css;

        Kind(String css) {
            this.css = css;
        }

        String css() {
            return css;
        }
    }

    record Piece(Kind kind, String text) {}

    private static final Set<String> KEYWORDS = Set.of(
            "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "continue", "default", "do",
            "double", "else", "enum", "extends", "final", "finally", "float", "for", "if", "implements", "import",
            "instanceof", "int", "interface", "long", "native", "new", "package", "private", "protected", "public", "return",
            "short", "static", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try", "void",
            "volatile", "while", "true", "false", "null");

    /** Words that are keywords only where the grammar wants them: what must follow tells. */
    private static final Map<String, Pattern> CONTEXTUAL = Map.of(
            "record", Pattern.compile("\\s+[A-Z]\\w*\\s*[(<]"),
            "sealed", Pattern.compile("\\s+(?:abstract\\s+)?(?:class|interface|strictfp)\\b"),
            "permits", Pattern.compile("\\s+[A-Z]"),
            "yield", Pattern.compile("\\s+[^=;.\\s]"),
            "var", Pattern.compile("\\s+\\w+\\s*[=:,)]"),
            "when", Pattern.compile("\\s+[\\w(!]"));

    // No alternative is repeated character by character: Java's regular expressions recurse there, and long texts overflow.
    private static final Pattern JAVA = Pattern.compile(
            "(?<comment>//[^\\n]*|/\\*.*?\\*/)"
                    + "|(?<string>\"\"\".*?(?<!\\\\)\"\"\"|\"[^\"\\\\\\n]*(?:\\\\.[^\"\\\\\\n]*)*\"|'[^'\\\\\\n]*(?:\\\\.[^'\\\\\\n]*)*')"
                    + "|(?<annotation>@(?!interface\\b)[A-Za-z_][\\w.]*)"
                    + "|(?<number>\\b\\d[\\w.]*\\b)"
                    + "|(?<nonsealed>\\bnon-sealed\\b|@interface\\b)"
                    + "|(?<word>[A-Za-z_$][\\w$]*)",
            Pattern.DOTALL);

    private static final Pattern SHELL = Pattern.compile(
            "(?<comment>(?<![^\\s])#[^\\n]*)"
                    + "|(?<string>\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|'[^']*')"
                    + "|(?<key>(?<=\\s)--?[A-Za-z][\\w-]*)"
                    + "|(?<constant>\\$\\{?\\w+}?|\\b[A-Z][A-Z0-9_]+(?==))"
                    + "|(?<call>(?m:^)\\s*[a-z][\\w./-]*)");

    private static final Pattern JSON = Pattern.compile(
            "(?<key>\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"(?=\\s*:))"
                    + "|(?<string>\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\")"
                    + "|(?<number>-?\\b\\d[\\d.eE+-]*)"
                    + "|(?<keyword>\\b(?:true|false|null)\\b)");

    private static final Pattern YAML = Pattern.compile(
            "(?<comment>(?<![^\\s])#[^\\n]*)"
                    + "|(?<key>(?m:(?<=^|[\\s-])[\\w./-]+(?=:(?:\\s|$))))"
                    + "|(?<string>\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|'[^']*')"
                    + "|(?<number>(?<=\\s)\\d[\\d.]*(?=\\s))"
                    + "|(?<keyword>(?<=\\s)(?:true|false|null)\\b)");

    private static final Pattern HTTP = Pattern.compile(
            "(?<keyword>(?m:^)(?:GET|POST|PUT|PATCH|DELETE|HTTP/[\\d.]+)\\b)"
                    + "|(?<key>(?m:^)[A-Z][\\w-]+(?=:\\s))"
                    + "|(?<string>\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\")");

    private Highlighter() {}

    static List<Piece> pieces(String language, String code) {
        return switch (language) {
            case "java" -> cut(JAVA, code);
            case "sh", "bash", "console" -> cut(SHELL, code);
            case "json" -> cut(JSON, code);
            case "yaml" -> cut(YAML, code);
            case "http" -> cut(HTTP, code);
            default -> List.of(new Piece(Kind.PLAIN, code));
        };
    }

    private static List<Piece> cut(Pattern pattern, String code) {
        List<Piece> pieces = new ArrayList<>();
        Matcher matcher = pattern.matcher(code);
        int done = 0;
        while (matcher.find()) {
            if (matcher.start() > done) {
                pieces.add(new Piece(Kind.PLAIN, code.substring(done, matcher.start())));
            }
            pieces.add(new Piece(kind(matcher, code), matcher.group()));
            done = matcher.end();
        }
        if (done < code.length()) {
            pieces.add(new Piece(Kind.PLAIN, code.substring(done)));
        }
        return pieces;
    }

    private static Kind kind(Matcher matcher, String code) {
        String group = matcher.namedGroups().keySet().stream()
                .filter(name -> matcher.group(name) != null)
                .findFirst()
                .orElseThrow();
        return switch (group) {
            case "nonsealed" -> Kind.KEYWORD;
            case "word" -> word(matcher.group(), code, matcher.start(), matcher.end());
            default -> Kind.valueOf(group.toUpperCase());
        };
    }

    private static Kind word(String word, String code, int start, int end) {
        if (KEYWORDS.contains(word)) {
            return Kind.KEYWORD;
        }
        Pattern follows = CONTEXTUAL.get(word);
        boolean member = start > 0 && code.charAt(start - 1) == '.';
        if (follows != null && !member && follows.matcher(code).region(end, code.length()).lookingAt()) {
            return Kind.KEYWORD;
        }
        if (word.matches("[A-Z][A-Z0-9_]+") && !code.startsWith("(", end)) {
            return Kind.CONSTANT;
        }
        if (Character.isUpperCase(word.charAt(0))) {
            return Kind.TYPE;
        }
        return code.startsWith("(", end) ? Kind.CALL : Kind.PLAIN;
    }
}
