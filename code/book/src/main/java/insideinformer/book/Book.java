package insideinformer.book;

import insideinformer.conformance.catalogue.Family;
import insideinformer.conformance.catalogue.SpecIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/**
 * The whole book, made once: renders every page, resolves what points where, and checks the house rules; then it can be
 * written. It can be written also when there are problems, so that an author can look at it; whoever calls must treat
 * any problem as a failure.
 */
final class Book {

    private final Folders folders;
    private final Problems problems = new Problems();
    private final Contents contents;
    private final SourceIndex sources;
    private final SpecIndex catalogue;
    private final Linker linker;
    private final ConformancePages conformance;
    private final SearchIndex search = new SearchIndex();
    private final List<Page> pages;

    private Book(Folders folders, Engine engine, SpecIndex catalogue, boolean update) throws IOException {
        this.folders = folders;
        this.catalogue = catalogue;
        contents = Contents.load(folders.chapters());
        sources = SourceIndex.scan(folders.code());
        pages = render(engine, update);
        Walk walk = Walk.load(catalogue);
        linker = new Linker(contents, walk, sources, glossary(), catalogue, problems);
        conformance = new ConformancePages(catalogue, sources, contents);
        pages.forEach(linker::index);

        Boxes boxes = new Boxes(problems);
        Listings listings = new Listings(folders, problems, sources, linker::placeOfType);
        Tables tables = new Tables(folders, contents, walk, sources, linker, conformance, problems);
        Figures figures = new Figures(folders, problems);
        for (Page page : pages) {
            boxes.process(page);
            listings.process(page);
            linker.link(page);
            search.add(page);
            tables.process(page);
            figures.process(page);
            checkImages(page);
            page.dropLineMarks();
        }
        for (String problem : catalogue.problems()) {
            problems.add(folders.code(), 1, problem + ": correct the id, or the test's name");
        }
        new Outputs(problems, update).check(listings.outputs());
    }

    /** @param update whether to rewrite the recorded outputs that differ from what their programs print */
    static Book make(Folders folders, Engine engine, SpecIndex catalogue, boolean update) throws IOException {
        return new Book(folders, engine, catalogue, update);
    }

    /** What is wrong, as far as it has been made, and with dead links once it is written; nothing if the book is right. */
    List<Problem> problems() {
        return problems.all();
    }

    void write() throws IOException {
        Site site = new Site(contents, folders.out());
        site.writeAssets();
        for (Page page : pages) {
            site.write(page);
            copyImages(page);
        }
        for (Family family : catalogue.families()) {
            site.writeExtra(ConformancePages.slug(family.prefix()), family.title(), conformance.family(family));
        }
        site.writeExtra(ConformancePages.slug("reports"), "What really goes wrong", conformance.reports());
        for (SourceIndex.JavaFile file : sources.all()) {
            site.writeSource(file, SourcePages.html(file, linker::placeOfType));
        }
        Files.writeString(folders.out().resolve("search-index.js"), search.script());
        site.checkLinks(problems);
    }

    private List<Page> render(Engine engine, boolean update) throws IOException {
        List<Page> rendered = new ArrayList<>();
        try (Stream<Path> files = Files.list(folders.chapters()).filter(file -> file.toString().endsWith(".adoc")).sorted()) {
            for (Path file : files.toList()) {
                String slug = file.getFileName().toString().replaceFirst("\\.adoc$", "");
                if (!slug.equals(Contents.INDEX) && contents.entry(slug).isEmpty()) {
                    problems.add(file, 1, "the contents do not list this page: add it to contents.txt, or correct the file's name");
                } else {
                    rendered.add(engine.render(slug, folders, problems, update));
                }
            }
        }
        return rendered;
    }

    private Glossary glossary() {
        return pages.stream()
                .filter(page -> page.slug().equals(Contents.GLOSSARY))
                .findFirst()
                .map(page -> Glossary.read(page, problems))
                .orElseGet(Glossary::empty);
    }

    private void checkImages(Page page) {
        for (Element image : page.body().select("img[src]")) {
            String src = image.attr("src");
            Path file = folders.chapters().resolve(src).normalize();
            int line = page.lineOf(image, src);
            String unnamed = file.getFileName().toString().replaceFirst("\\.\\w+$", "").replaceAll("[-_]", " ");
            if (!file.startsWith(folders.chapters()) || !Files.isRegularFile(file)) {
                problems.add(page.source(), line, "no image " + folders.show(file) + ": put it there, or correct the name");
            } else if (image.attr("alt").isBlank() || image.attr("alt").equals(unnamed)) {
                problems.add(page.source(), line, "image " + src + " has no words for those who cannot see it: image::" + src + "[what it shows]");
            }
        }
    }

    private void copyImages(Page page) throws IOException {
        for (Element image : page.body().select("img[src]")) {
            Path file = folders.chapters().resolve(image.attr("src")).normalize();
            if (Files.isRegularFile(file)) {
                Path target = folders.out().resolve(image.attr("src"));
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
