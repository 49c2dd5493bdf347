package insideinformer.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.asciidoctor.ast.Document;
import org.asciidoctor.extension.IncludeProcessor;
import org.asciidoctor.extension.PreprocessorReader;
import org.jspecify.annotations.Nullable;

/**
 * Resolves every {@code include::} itself: so that what is missing is reported at its line, and each listing knows where
 * its lines come from. Targets are relative to the chapters' folder; {@code {code}} and {@code {exercises}} are set.
 */
final class Includes extends IncludeProcessor {

    private final Folders folders;
    private final Problems problems;
    private final boolean update;

    /** @param update whether a recorded output that is missing is about to be made */
    Includes(Folders folders, Problems problems, boolean update) {
        this.folders = folders;
        this.problems = problems;
        this.update = update;
    }

    @Override
    public boolean handles(String target) {
        return true;
    }

    @Override
    public void process(Document document, PreprocessorReader reader, String target, Map<String, Object> attributes) {
        Path chapter = folders.chapters().resolve(document.getAttribute("docname") + ".adoc");
        int line = reader.getLineNumber() - 1;
        Path file = folders.chapters().resolve(target).normalize();
        Optional<Include> include = read(chapter, line, file, attributes.get("tag"));
        if (include.isEmpty()) {
            reader.pushInclude("(missing)", null, target, 1, Map.of());
            return;
        }
        List<String> lines = include.get().lines();
        boolean prose = target.endsWith(".adoc");
        String text = (prose ? "" : include.get().mark(line) + "\n") + String.join("\n", lines);
        reader.pushInclude(text, file.toString(), target, include.get().from(), Map.of());
    }

    private Optional<Include> read(Path chapter, int line, Path file, @Nullable Object tag) {
        if (!Files.exists(file) && update && file.startsWith(folders.outputs())) {
            return Optional.of(new Include(file, 1, 1, List.of()));
        }
        if (!Files.isRegularFile(file)) {
            if (file.startsWith(folders.outputs())) {
                problems.add(chapter, line, "there is no " + folders.show(file) + " yet: run the build with --update to record what "
                        + "the program prints");
                return Optional.empty();
            }
            problems.add(chapter, line, "the included file " + folders.show(file) + " does not exist: correct the path, which is relative to "
                    + "the chapters' folder ({code} and {exercises} stand for those folders)");
            return Optional.empty();
        }
        try {
            List<String> text = Files.readAllLines(file);
            if (tag == null) {
                return Optional.of(TaggedRegion.whole(file, text));
            }
            Optional<Include> region = TaggedRegion.cut(file, text, Objects.toString(tag));
            if (region.isEmpty()) {
                problems.add(chapter, line, "no region " + tag + " in " + folders.show(file) + ": put tag::" + tag + "[] and end::" + tag
                        + "[] in comments around the lines you want to show");
            }
            return region;
        } catch (IOException e) {
            problems.add(chapter, line, "the included file " + folders.show(file) + " cannot be read as UTF-8 text: " + e.getMessage());
            return Optional.empty();
        }
    }
}
