package insideinformer.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import org.asciidoctor.ast.Document;
import org.asciidoctor.ast.PhraseNode;
import org.asciidoctor.ast.StructuralNode;
import org.asciidoctor.extension.BlockMacroProcessor;
import org.asciidoctor.extension.InlineMacroProcessor;
import org.asciidoctor.log.LogHandler;
import org.asciidoctor.log.LogRecord;
import org.asciidoctor.log.Severity;

/**
 * Asciidoctor, set up for this book. It parses and converts; what our macros mean is decided later, on the HTML: here
 * they only leave an element behind, {@code <a data-term="relist">} or {@code <div data-macro="journey">}.
 *
 * <p>Starting one takes seconds (it starts JRuby), converting a chapter far less. Not for use by two threads at once.
 */
final class Engine implements AutoCloseable {

    /** {@code term:relist[the relist]}; two colons are accepted too. */
    static final List<String> INLINE_MACROS = List.of("term", "walk", "spec", "test", "also");

    /** {@code journey::relist[]}. */
    static final List<String> BLOCK_MACROS = List.of(
            "journey", "sequence", "diagram", "chart", "locator", "pipeline", "toc", "walk-table", "upstream-table", "conformance-table",
            "deviations-table");

    /** Asciidoctor prints each complaint itself too; we report them with the chapter's own lines. */
    private static final Logger QUIET = Logger.getLogger("asciidoctor");

    private static final Pattern MISSING_ATTRIBUTE = Pattern.compile("skipping reference to missing attribute: (.+)");

    /** {@link Linker#index} says it better, and for every anchor. */
    private static final String ANCHOR_TWICE = "already in use";

    private final Asciidoctor asciidoctor;

    Engine() {
        QUIET.setUseParentHandlers(false);
        asciidoctor = Asciidoctor.Factory.create();
        for (String name : INLINE_MACROS) {
            asciidoctor.javaExtensionRegistry().inlineMacro(new InlinePlaceholder(name));
        }
        for (String name : BLOCK_MACROS) {
            asciidoctor.javaExtensionRegistry().blockMacro(new BlockPlaceholder(name));
        }
    }

    @Override
    public void close() {
        asciidoctor.close();
    }

    /** Converts the chapter {@code slug}; what Asciidoctor complains of goes to {@code problems}. */
    Page render(String slug, Folders folders, Problems problems, boolean update) throws IOException {
        Path source = folders.chapters().resolve(slug + ".adoc");
        String text = Files.readString(source);
        List<String> lines = text.lines().toList();
        LogHandler log = record -> report(record, source, lines, problems);
        asciidoctor.registerLogHandler(log);
        var includes = asciidoctor.createGroup().includeProcessor(new Includes(folders, problems, update));
        includes.register();
        try {
            Document document = asciidoctor.load(text, options(slug, folders));
            markLines(document);
            String title = Objects.requireNonNullElse(document.getDoctitle(), slug);
            return new Page(slug, title, source, lines, Html.fragment(document.convert()));
        } finally {
            includes.unregister();
            asciidoctor.unregisterLogHandler(log);
        }
    }

    private static Options options(String slug, Folders folders) {
        Attributes attributes = Attributes.builder()
                .attribute("docname", slug)
                .attribute("code", folders.code().toString())
                .attribute("exercises", folders.exercises().toString())
                .attribute("attribute-missing", "warn")
                .attribute("idprefix", "")
                .attribute("idseparator", "-")
                .attribute("table-caption!", "")
                .attribute("figure-caption!", "")
                .attribute("example-caption!", "")
                .attribute("listing-caption!", "")
                .attribute("experimental", "")
                .attribute("sectanchors!", "")
                .build();
        return Options.builder()
                .safe(SafeMode.UNSAFE)
                .baseDir(folders.chapters().toFile())
                .standalone(false)
                .sourcemap(true)
                .attributes(attributes)
                .build();
    }

    /** Leaves each block's line in its class, {@code L120}, and the program whose output it shows, {@code run--a.B}. */
    private static void markLines(StructuralNode parent) {
        for (StructuralNode block : Objects.requireNonNullElse(parent.getBlocks(), List.<StructuralNode>of())) {
            if (block == null || "document".equals(block.getContext())) {
                continue;
            }
            if (block.getSourceLocation() != null) {
                block.addRole("L" + block.getSourceLocation().getLineNumber());
            }
            if (block.getAttribute("run") != null) {
                block.addRole("run--" + block.getAttribute("run"));
            }
            if (!"dlist".equals(block.getContext()) && !"table".equals(block.getContext())) {
                markLines(block);
            }
        }
    }

    private static void report(LogRecord record, Path source, List<String> lines, Problems problems) {
        if (record.getSeverity().compareTo(Severity.WARN) < 0 || record.getMessage().contains(ANCHOR_TWICE)) {
            return;
        }
        Matcher attribute = MISSING_ATTRIBUTE.matcher(record.getMessage());
        if (attribute.matches()) {
            String reference = "{" + attribute.group(1) + "}";
            int line = 1 + IntStream.range(0, lines.size()).filter(i -> lines.get(i).contains(reference)).findFirst().orElse(0);
            problems.add(source, line, "no attribute " + reference + ": define it, or write \\" + reference + " to show the braces");
        } else {
            int line = record.getCursor() == null ? 1 : record.getCursor().getLineNumber();
            problems.add(source, line, "Asciidoctor: " + record.getMessage());
        }
    }

    /** Registered once a name; the text between the brackets stays as it is written. */
    static final class InlinePlaceholder extends InlineMacroProcessor {

        InlinePlaceholder(String name) {
            super(name, new HashMap<>(Map.of("content_model", ":raw", "regexp", "\\b" + name + "::?([^\\s\\[\\]:]*)\\[(|.*?[^\\\\])\\]")));
        }

        @Override
        public PhraseNode process(StructuralNode parent, String target, Map<String, Object> attributes) {
            String text = Objects.toString(attributes.get("text"), "");
            String html = "<a data-" + getName() + "=\"" + Html.escape(target) + "\">" + text + "</a>";
            return createPhraseNode(parent, "quoted", html);
        }
    }

    static final class BlockPlaceholder extends BlockMacroProcessor {

        BlockPlaceholder(String name) {
            super(name, new HashMap<>(Map.of("content_model", ":raw")));
        }

        @Override
        public StructuralNode process(StructuralNode parent, String target, Map<String, Object> attributes) {
            String text = Objects.toString(attributes.get("text"), "");
            String title = Objects.toString(attributes.get("title"), "");
            String html = "<div data-macro=\"%s\" data-target=\"%s\" data-title=\"%s\">%s</div>"
                    .formatted(getName(), Html.escape(target), Html.escape(title), Html.escape(text));
            return createBlock(parent, "pass", html);
        }
    }
}
