package insideinformer.book;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The order of the book: parts, and the pages in each. A page whose file does not stand in the chapters' folder yet is
 * still to come: it is listed, and nothing links to it. Reads {@code contents.txt}.
 */
record Contents(List<Part> parts) {

    static final String INDEX = "index";
    static final String GLOSSARY = "glossary";
    static final String GO_TO_JAVA = "appendix-go-to-java";
    static final String CONFORMANCE = "appendix-conformance";

    /**
     * @param number {@code I}, or empty for a part that is not counted
     */
    record Part(String number, String title, List<Entry> entries) {

        /** How readers call it: {@code I · The wire}. */
        String label() {
            return number.isEmpty() ? title : number + " · " + title;
        }
    }

    /**
     * @param slug the file's name without {@code .adoc} and {@code .html}
     * @param number {@code 3} for chapter 3, {@code A} for an appendix, or empty
     */
    record Entry(String slug, String number, String title, boolean written) {

        /** How readers call it: {@code 3 · DeltaFIFO}. */
        String label() {
            return number.isEmpty() ? title : number + " · " + title;
        }

        String href() {
            return slug + ".html";
        }
    }

    static Contents load(Path chapters) {
        return parse(Resources.lines("contents.txt"), chapters);
    }

    static Contents parse(List<String> lines, Path chapters) {
        List<Part> parts = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split("\\|", -1);
            if (line.startsWith("part")) {
                parts.add(new Part(fields[1].strip(), fields[2].strip(), new ArrayList<>()));
            } else if (!line.isBlank()) {
                String slug = fields[0].strip();
                boolean written = Files.isRegularFile(chapters.resolve(slug + ".adoc"));
                parts.getLast().entries().add(new Entry(slug, fields[1].strip(), fields[2].strip(), written));
            }
        }
        return new Contents(parts.stream()
                .map(part -> new Part(part.number(), part.title(), List.copyOf(part.entries())))
                .toList());
    }

    List<Entry> entries() {
        return parts.stream().flatMap(part -> part.entries().stream()).toList();
    }

    Optional<Entry> entry(String slug) {
        return entries().stream().filter(entry -> entry.slug().equals(slug)).findFirst();
    }

    Optional<Part> partOf(String slug) {
        return parts.stream()
                .filter(part -> part.entries().stream().anyMatch(entry -> entry.slug().equals(slug)))
                .findFirst();
    }

    /** The page that explains a module: {@code ch03-delta-fifo} has chapter 3, {@code apiserver} its appendix. */
    Optional<Entry> chapterOf(String module) {
        if (module.equals("apiserver")) {
            return entry("appendix-api-server");
        }
        if (!module.matches("ch\\d\\d-.*")) {
            return Optional.empty();
        }
        String number = String.valueOf(Integer.parseInt(module.substring(2, 4)));
        return entries().stream().filter(entry -> entry.number().equals(number)).findFirst();
    }

    /** The written page before this one in the order of the book. */
    Optional<Entry> before(String slug) {
        Entry last = null;
        for (Entry entry : entries()) {
            if (entry.slug().equals(slug)) {
                return Optional.ofNullable(last);
            }
            last = entry.written() ? entry : last;
        }
        return Optional.empty();
    }

    /** The written page after this one; the index stands before all others. */
    Optional<Entry> after(String slug) {
        boolean passed = slug.equals(INDEX);
        for (Entry entry : entries()) {
            if (passed && entry.written()) {
                return Optional.of(entry);
            }
            passed |= entry.slug().equals(slug);
        }
        return Optional.empty();
    }
}
