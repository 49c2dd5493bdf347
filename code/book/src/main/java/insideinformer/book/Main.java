package insideinformer.book;

import insideinformer.conformance.catalogue.SpecIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the book's site, and says what is wrong with the book. Ends with 0 only if nothing is. */
@Command(name = "book", mixinStandardHelpOptions = true, description = "Writes the site of the book and checks the book.")
final class Main implements Callable<Integer> {

    @Option(names = "--root", defaultValue = ".", description = "The repository; the folders below are its own unless given.")
    private Path root = Path.of(".");

    @Option(names = "--chapters", description = "The AsciiDoc files (default: ROOT/chapters).")
    private @Nullable Path chapters;

    @Option(names = "--code", description = "The Maven reactor that listings come from (default: ROOT/code).")
    private @Nullable Path code;

    @Option(names = "--exercises", description = "Exercises that listings come from (default: ROOT/exercises).")
    private @Nullable Path exercises;

    @Option(names = "--diagrams", description = "PlantUML sources (default: ROOT/diagrams).")
    private @Nullable Path diagrams;

    @Option(names = "--journeys", description = "Recordings of the lab (default: ROOT/build/journeys).")
    private @Nullable Path journeys;

    @Option(names = "--out", description = "Where the site goes (default: ROOT/build/site).")
    private @Nullable Path out;

    @Option(names = "--update", description = "Rewrite chapters/outputs where programs now print something else.")
    private boolean update;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        long start = System.nanoTime();
        Path base = chapters != null ? chapters.resolve("..") : root;
        Folders folders = new Folders(
                or(chapters, base.resolve("chapters")),
                or(code, base.resolve("code")),
                or(exercises, base.resolve("exercises")),
                or(diagrams, base.resolve("diagrams")),
                or(journeys, base.resolve("build/journeys")),
                or(out, base.resolve("build/site")));
        List<Problem> problems;
        CompletableFuture<SpecIndex> scanned = CompletableFuture.supplyAsync(() -> SpecIndex.of(folders.code()));
        try (Engine engine = new Engine()) { // takes seconds, as does the scan beside it
            SpecIndex catalogue = scanned.join();
            if (update) {
                Book.make(folders, engine, catalogue, true);
            }
            Book book = Book.make(folders, engine, catalogue, false);
            book.write();
            problems = book.problems();
        }
        for (Problem problem : problems) {
            System.err.println(folders.show(problem.file()) + ":" + problem.line() + ": " + problem.message());
        }
        if (!problems.isEmpty()) {
            System.err.println(problems.size() == 1 ? "The book has 1 problem." : "The book has " + problems.size() + " problems.");
            return 1;
        }
        System.out.printf("The book is in %s (%.1f s).%n", folders.show(folders.out().resolve("index.html")), (System.nanoTime() - start) / 1e9);
        return 0;
    }

    private static Path or(@Nullable Path given, Path otherwise) {
        return given != null ? given : otherwise;
    }
}
