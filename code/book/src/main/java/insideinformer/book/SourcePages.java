package insideinformer.book;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A page for each source file that readers can reach from the book, with a line number and an anchor for every line. */
final class SourcePages {

    static final String FOLDER = "source";

    private SourcePages() {}

    static String href(SourceIndex.JavaFile file) {
        return FOLDER + "/" + file.module() + "-" + (file.isPackage() ? file.packageName() : file.name()) + ".html";
    }

    /** The page's content, without the frame around it. */
    static String html(SourceIndex.JavaFile file, Function<String, Optional<String>> typeLink) {
        String code = CodeHtml.render("java", file.text(), Map.of(), typeLink.andThen(href -> href.map(SourcePages::fromBelow)), true);
        return """
                <h1>%s</h1>
                <p class="source-path"><code>%s</code></p>
                <figure class="listing whole"><pre tabindex="0" role="group" aria-label="%s"><code>%s</code></pre></figure>
                """.formatted(
                Html.escape(file.name()),
                Html.escape(file.module() + " · " + file.packageName()),
                Html.escape("Source of " + file.name()),
                code);
    }

    /** A link of the book's own folder, as a page in {@link #FOLDER} writes it. */
    static String fromBelow(String href) {
        return href.startsWith(FOLDER + "/") ? href.substring(FOLDER.length() + 1) : "../" + href;
    }
}
