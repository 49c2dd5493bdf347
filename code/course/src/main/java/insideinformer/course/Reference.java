package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where something is explained: {@code Chapter 3, "The promises", I2}, and, while there may be no such chapter yet,
 * {@code or PodEvaluator in code/ch10-quota-evaluators}.
 *
 * @param text    the section, and the place in it
 * @param orClass the class to read if the chapter is missing; empty if there is none
 */
record Reference(int chapter, String section, String text, String orClass) {

    private static final Pattern FORM = Pattern.compile(
            "(Chapter (\\d+), \"([^\"]+)\"(?:, .+?)?)(?: or (\\w+ in code/\\S+))?");

    static Optional<Reference> parse(String read) {
        Matcher matcher = FORM.matcher(read);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String orClass = matcher.group(4);
        return Optional.of(new Reference(Integer.parseInt(matcher.group(2)), matcher.group(3), matcher.group(1),
                orClass == null ? "" : orClass));
    }

    /** What of it can be read here. */
    Optional<String> in(Path repository) {
        return chapterFile(repository).isPresent() ? Optional.of(text)
                : Optional.of(orClass).filter(name -> !name.isEmpty());
    }

    Optional<Path> chapterFile(Path repository) {
        Path chapters = repository.resolve("chapters");
        if (!Files.isDirectory(chapters)) {
            return Optional.empty();
        }
        String begin = "%02d-".formatted(chapter);
        try (Stream<Path> files = Files.list(chapters)) {
            return files.filter(file -> file.getFileName().toString().startsWith(begin)
                    && file.toString().endsWith(".adoc")).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
