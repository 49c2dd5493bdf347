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
 * Builds the site: renders every page, resolves what points where, checks the house rules, writes. The site is written
 * also when there are problems, so that an author can look at it; whoever calls must treat any problem as a failure.
 */
final class Book {

    private final Folders folders;
    private final Engine engine;
    private final SpecIndex catalogue;
    private final Walk walk = Walk.load();

    Book(Folders folders, Engine engine, SpecIndex catalogue) {
        this.folders = folders;
        this.engine = engine;
        this.catalogue = catalogue;
    }

    /**
     * @param update whether to rewrite the recorded outputs that differ from what their programs print
     * @return what is wrong; nothing if the book is right
     */
    List<Problem> build(boolean update) throws IOException {
        Problems problems = new Problems();
        Contents contents = Contents.load(folders.chapters());
        SourceIndex sources = SourceIndex.scan(folders.code());
        List<Page> pages = render(contents, problems, update);

        Glossary glossary = Glossary.empty();
        for (Page page : pages) {
            if (page.slug().equals(Contents.GLOSSARY)) {
                glossary = Glossary.read(page, problems);
            }
        }
        Linker linker = new Linker(contents, walk, sources, glossary, catalogue, problems);
        pages.forEach(linker::index);
        SearchIndex search = new SearchIndex();
        pages.forEach(search::add);

        Boxes boxes = new Boxes(problems);
        Listings listings = new Listings(folders, problems, sources, linker::placeOfType);
        ConformancePages conformance = new ConformancePages(catalogue, sources, contents);
        Tables tables = new Tables(contents, walk, sources, linker, conformance);
        Figures figures = new Figures(folders, problems);
        for (Page page : pages) {
            boxes.process(page);
            listings.process(page);
            linker.link(page);
            tables.process(page);
            figures.process(page);
            checkImages(page, problems);
        }
        for (String problem : catalogue.problems()) {
            problems.add(folders.code(), 1, problem + ": correct the id, or the test's name");
        }
        new Outputs(problems, update).check(listings.outputs());

        Site site = new Site(contents, folders.out());
        site.writeAssets();
        for (Page page : pages) {
            page.dropLineMarks();
            site.write(page);
        }
        for (Family family : catalogue.families()) {
            site.writeExtra(ConformancePages.slug(family.prefix()), family.title(), conformance.family(family));
        }
        site.writeExtra(ConformancePages.slug("reports"), "What really goes wrong", conformance.reports());
        for (SourceIndex.JavaFile file : sources.all()) {
            site.writeSource(file, SourcePages.html(file, linker::placeOfType));
        }
        Files.writeString(folders.out().resolve("search-index.js"), search.script());
        return problems.all();
    }

    private List<Page> render(Contents contents, Problems problems, boolean update) throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(folders.chapters()).filter(file -> file.toString().endsWith(".adoc")).sorted()) {
            for (Path file : files.toList()) {
                String slug = file.getFileName().toString().replaceFirst("\\.adoc$", "");
                if (!slug.equals(Contents.INDEX) && contents.entry(slug).isEmpty()) {
                    problems.add(file, 1, "the contents do not list this page: add it to contents.txt, or correct the file's name");
                } else {
                    pages.add(engine.render(slug, folders, problems, update));
                }
            }
        }
        return pages;
    }

    /** Copies the pictures that a page shows. */
    private void checkImages(Page page, Problems problems) throws IOException {
        for (Element image : page.body().select("img[src]")) {
            String src = image.attr("src");
            Path file = folders.chapters().resolve(src).normalize();
            if (!file.startsWith(folders.chapters()) || !Files.isRegularFile(file)) {
                problems.add(page.source(), page.lineOf(image, src), "no image " + folders.show(file) + ": put it there, or correct the name");
                continue;
            }
            if (image.attr("alt").isBlank()) {
                problems.add(page.source(), page.lineOf(image, src), "image " + src + " has no words for those who cannot see it: image::" + src + "[what it shows]");
            }
            Path target = folders.out().resolve(src);
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
