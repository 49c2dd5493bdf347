package insideinformer.book;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/**
 * The terms of the glossary page. A term is an entry of its description lists; {@code also:[relists, relisting]} in its
 * text names further spellings. Text that uses a term is linked to it where it first stands on a page, unless the term
 * is written {@code [.common]#list#}: an everyday word, linked only by {@code term:list[]}.
 */
final class Glossary {

    /**
     * @param id its anchor on the glossary page
     * @param summary the first sentence of its explanation
     */
    record Term(String id, String name, String summary, boolean common, List<String> spellings) {}

    private final Map<String, Term> bySpelling = new HashMap<>();
    private final List<Term> terms = new ArrayList<>();

    private Glossary() {}

    static Glossary empty() {
        return new Glossary();
    }

    /** Reads the terms and puts their anchors into the page. */
    static Glossary read(Page page, Problems problems) {
        Glossary glossary = new Glossary();
        for (Element entry : page.body().select("dl > dt")) {
            Element text = Objects.requireNonNullElse(entry.nextElementSibling(), new Element("dd"));
            String name = entry.text().strip();
            boolean common = entry.selectFirst(".common") != null;
            List<String> spellings = new ArrayList<>(List.of(name));
            for (Element also : text.select("a[data-also]")) {
                for (String spelling : also.text().split(",")) {
                    spellings.add(spelling.strip());
                }
                also.remove();
            }
            String summary = text.text().strip().split("(?<=\\.)\\s", 2)[0];
            Term term = new Term("term-" + Html.slug(name), name, summary, common, List.copyOf(spellings));
            entry.attr("id", term.id());
            glossary.terms.add(term);
            for (String spelling : spellings) {
                if (glossary.bySpelling.putIfAbsent(key(spelling), term) != null) {
                    problems.add(page.source(), page.lineOf(entry, name), "the glossary has " + spelling + " twice: keep one");
                }
            }
        }
        return glossary;
    }

    List<Term> terms() {
        return List.copyOf(terms);
    }

    /** Finds a term by any of its spellings, with or without a plural's ending, dashes counting as spaces. */
    Optional<Term> find(String text) {
        String key = key(text);
        for (String candidate : List.of(key, key.replaceFirst("s$", ""), key.replaceFirst("es$", ""), key.replaceFirst("ies$", "y"))) {
            Term term = bySpelling.get(candidate);
            if (term != null) {
                return Optional.of(term);
            }
        }
        return Optional.empty();
    }

    /** Matches every spelling that is linked without being asked; empty if there is none. */
    Optional<Pattern> pattern() {
        String any = bySpelling.entrySet().stream()
                .filter(entry -> !entry.getValue().common())
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .map(spelling -> Pattern.quote(spelling).replace(" ", "\\E[\\s-]\\Q"))
                .collect(Collectors.joining("|"));
        return any.isEmpty()
                ? Optional.empty()
                : Optional.of(Pattern.compile("(?<![\\w-])(?:" + any + ")(?:s|es)?(?![\\w-])", Pattern.CASE_INSENSITIVE));
    }

    private static String key(String text) {
        return text.toLowerCase().replaceAll("[\\s-]+", " ").strip();
    }
}
