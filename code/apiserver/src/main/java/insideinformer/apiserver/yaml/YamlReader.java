package insideinformer.apiserver.yaml;

import insideinformer.json.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/**
 * Reads a text of YAML documents, or of JSON objects one after the other, into JSON trees.
 *
 * <p>It promises the values that Kubernetes' tools find: {@code yes} is true, {@code 0555} is 365, aliases and merge
 * keys are written out. A byte order mark at the start of any line is skipped, since texts are often put together from
 * files that begin with one. Unlike Go's decoder it refuses a key that stands twice, and reads all documents of a
 * stream whatever parts them. Whatever the text, it ends with documents or with a {@link YamlException}.
 *
 * <p>Upstream: {@code apimachinery pkg/util/yaml, YAMLOrJSONDecoder}; {@code sigs.k8s.io/yaml, YAMLToJSON}.
 */
public final class YamlReader {

    private static final Parse PARSER = new Parse(LoadSettings.builder()
            .setCodePointLimit(Integer.MAX_VALUE)
            .setVersionFunction(version -> version)
            .build());

    private static final int MOST_TABS = 100;

    private static final Pattern MARKS = Pattern.compile("(^|[\r\n])\uFEFF+");
    private static final Pattern DOCUMENT_END = Pattern.compile("(?m)^\\.\\.\\.(?=[ \t\r]*(?:#.*)?$)");
    private static final Pattern DIRECTIVE = Pattern.compile("(?m)^%");
    private static final Pattern LOOKS_LIKE_JSON = Pattern.compile("\\s*\\{\\s*[\"}]");
    private static final Pattern ODD_CHARACTER =
            Pattern.compile("found character '[^']*' that cannot start any token.*");

    private YamlReader() {}

    /** All documents, also the empty ones. */
    public static List<YamlDocument> read(String text) throws YamlException {
        String unmarked = MARKS.matcher(text).replaceAll("$1");
        if (!unmarked.stripLeading().startsWith("{")) {
            return yaml(unmarked);
        }
        try {
            return json(unmarked);
        } catch (YamlException asJson) {
            try {
                return yaml(unmarked);
            } catch (YamlException asYaml) {
                throw LOOKS_LIKE_JSON.matcher(unmarked).lookingAt() ? asJson : asYaml;
            }
        }
    }

    private static List<YamlDocument> json(String text) throws YamlException {
        List<YamlDocument> documents = new ArrayList<>();
        try (JsonParser parser = Json.MAPPER.createParser(text)) {
            while (parser.nextToken() != null) {
                documents.add(JsonComposer.compose(parser));
            }
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new YamlException(line, "this is not valid JSON: " + firstLine(e.getOriginalMessage()));
        }
        return documents;
    }

    private static List<YamlDocument> yaml(String text) throws YamlException {
        // the parser wants the start of a document behind each end, where others begin one without
        String rest = DIRECTIVE.matcher(text).find() ? text : DOCUMENT_END.matcher(text).replaceAll("---");
        for (int tabs = 0;; tabs++) {
            try {
                return documents(rest);
            } catch (YamlEngineException e) {
                Optional<String> repaired = tabs < MOST_TABS ? withoutTab(e, rest) : Optional.empty();
                if (repaired.isEmpty()) {
                    throw notYaml(e, text);
                }
                rest = repaired.get();
            }
        }
    }

    private static List<YamlDocument> documents(String text) throws YamlException {
        List<YamlDocument> documents = new ArrayList<>();
        Iterator<Event> events = PARSER.parseString(text).iterator();
        while (events.hasNext()) {
            if (events.next().getEventId() == Event.ID.DocumentStart) {
                documents.add(YamlComposer.compose(events));
            }
        }
        return documents;
    }

    /**
     * Go takes a tab between a key's colon and the value, and before a comment. This parser takes only blanks there.
     */
    private static Optional<String> withoutTab(YamlEngineException e, String text) {
        if (!(e instanceof ScannerException scanner) || scanner.getProblemMark().isEmpty()) {
            return Optional.empty();
        }
        int at = offset(text, scanner.getProblemMark().get().getIndex());
        int start = at;
        while (start > 0 && isBlank(text.charAt(start - 1))) {
            start--;
        }
        int end = at;
        while (end < text.length() && isBlank(text.charAt(end))) {
            end++;
        }
        String blanks = text.substring(start, end);
        boolean separates = text.startsWith(":", start - 1) || text.startsWith("#", end);
        return separates && blanks.contains("\t")
                ? Optional.of(text.substring(0, start) + " ".repeat(blanks.length()) + text.substring(end))
                : Optional.empty();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static int offset(String text, int codePoints) {
        return text.offsetByCodePoints(0, Math.min(codePoints, text.codePointCount(0, text.length())));
    }

    private static YamlException notYaml(YamlEngineException e, String text) {
        return switch (e) {
            case MarkedYamlEngineException marked -> {
                int line = marked.getProblemMark().map(Mark::getLine).orElse(0) + 1;
                int start = marked.getContextMark().map(Mark::getLine).orElse(line - 1) + 1;
                String context = String.valueOf(marked.getContext());
                boolean quoted = context.contains("quoted scalar"); // where the quote opens is the line to look at
                yield new YamlException(quoted ? start : line, "this is not valid YAML: line %d: %s%s".formatted(line,
                        plain(marked.getProblem(), context),
                        start == line ? "" : ", %s that starts in line %d".formatted(context, start)));
            }
            case ReaderException reader -> {
                String read = text.substring(0, offset(text, reader.getPosition()));
                int line = 1 + (int) read.chars().filter(c -> c == '\n').count();
                yield new YamlException(line, "this is not valid YAML: line %d: the character U+%04X is not allowed"
                        .formatted(line, reader.getCodePoint()));
            }
            default -> new YamlException(1, "this is not valid YAML: " + firstLine(String.valueOf(e.getMessage())));
        };
    }

    /** In the words that other tools have for it, without the parser's names for its tokens. */
    private static String plain(String problem, String context) {
        if (ODD_CHARACTER.matcher(problem).matches()) {
            return "found character that cannot start any token"
                    + (problem.contains("TAB") ? " (it is a tab; indent with spaces)" : "");
        }
        if (problem.startsWith("expected <block end>")) {
            return context.contains("mapping") ? "did not find expected key" : "did not find expected '-' indicator";
        }
        if (problem.startsWith("expected '<document start>'")) {
            return "did not find expected <document start>; is this line indented as the one before?";
        }
        return firstLine(problem);
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse(message);
    }
}
