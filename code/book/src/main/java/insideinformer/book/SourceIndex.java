package insideinformer.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Java files under {@code code/}: where a type or a test stands, and which Go symbol each class comment says it
 * ports. Reads text, not syntax trees: it relies on one type a file and on comments that end in {@code Upstream: …}.
 */
final class SourceIndex {

    private static final String PACKAGE = "package-info";
    private static final Pattern DOC_COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern UPSTREAM = Pattern.compile("Upstream:\\s*(.*?)\\.?\\s*(?:$|<p>|@(?!code|link)\\w)", Pattern.DOTALL);
    private static final Pattern DECLARED_TYPE = Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w+)");
    private static final Pattern DECLARED_METHOD = Pattern.compile("(\\w+)\\s*\\(");
    private static final Pattern DECLARED_VALUE = Pattern.compile("(\\w+)\\s*[=;,]");
    private static final Pattern ANNOTATION = Pattern.compile("\\s*@(?!interface)[\\w.]+(\\([^)]*\\))?");

    /**
     * @param text the file's lines
     */
    record JavaFile(String name, String packageName, String module, Path path, List<String> text) {

        /** The 1-based line where {@code member} is declared or, failing that, first named with a bracket; 0 if nowhere. */
        int lineOf(String member) {
            Pattern declared = Pattern.compile("^\\s+(?!return\\b|throw\\b|new\\b|else\\b)[\\w<].*[\\w>\\]]\\s+" + Pattern.quote(member) + "\\s*\\(.*");
            Pattern named = Pattern.compile(".*\\b" + Pattern.quote(member) + "\\s*\\(.*");
            for (Pattern pattern : List.of(declared, named)) {
                for (int i = 0; i < text.size(); i++) {
                    if (pattern.matcher(text.get(i)).matches()) {
                        return i + 1;
                    }
                }
            }
            return 0;
        }

        /** The 1-based line of the type's own declaration. */
        int declarationLine() {
            for (int i = 0; i < text.size(); i++) {
                Matcher matcher = DECLARED_TYPE.matcher(text.get(i));
                if (!text.get(i).strip().startsWith("*") && matcher.find() && matcher.group(1).equals(name)) {
                    return i + 1;
                }
            }
            return 1;
        }

        /** Whether this is the comment of a package. */
        boolean isPackage() {
            return name.equals(PACKAGE);
        }

        boolean isTest() {
            return path.toString().replace('\\', '/').contains("/src/test/java/");
        }
    }

    /**
     * One correspondence between Go and Java.
     *
     * @param symbol {@code DeltaFIFO} or {@code Context.Reason}
     * @param go as the comment has it, Go symbols between backticks
     */
    record Upstream(JavaFile file, String symbol, String go, int line) {}

    private final Map<String, List<JavaFile>> types = new TreeMap<>();
    private final Map<String, List<JavaFile>> tests = new TreeMap<>();
    private final List<JavaFile> packages = new ArrayList<>();
    private final List<Upstream> upstream = new ArrayList<>();

    private SourceIndex() {}

    static SourceIndex scan(Path code) {
        SourceIndex index = new SourceIndex();
        if (!Files.isDirectory(code)) {
            return index;
        }
        try (Stream<Path> modules = Files.list(code).sorted()) {
            for (Path module : modules.filter(Files::isDirectory).toList()) {
                index.scan(module, "src/main/java", index.types);
                index.scan(module, "src/test/java", index.tests);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return index;
    }

    private void scan(Path module, String folder, Map<String, List<JavaFile>> into) throws IOException {
        Path sources = module.resolve(folder);
        if (!Files.isDirectory(sources)) {
            return;
        }
        try (Stream<Path> files = Files.walk(sources).filter(file -> file.toString().endsWith(".java")).sorted()) {
            for (Path path : files.toList()) {
                String name = path.getFileName().toString().replace(".java", "");
                String text = Files.readString(path);
                String packageName = sources.relativize(path.getParent()).toString().replace('\\', '.').replace('/', '.');
                JavaFile file = new JavaFile(name, packageName, module.getFileName().toString(), path, text.lines().toList());
                if (file.isPackage()) {
                    packages.add(file);
                } else if (!name.contains("-")) {
                    into.computeIfAbsent(name, key -> new ArrayList<>()).add(file);
                }
                if (into == types) {
                    upstream.addAll(upstreamOf(file, text));
                }
            }
        }
    }

    static List<Upstream> upstreamOf(JavaFile file, String text) {
        List<Upstream> found = new ArrayList<>();
        Matcher comment = DOC_COMMENT.matcher(text);
        while (comment.find()) {
            String words = comment.group(1).replaceAll("(?m)^\\s*\\*\\s?", "").replaceAll("\\s+", " ").strip();
            Matcher line = UPSTREAM.matcher(words);
            if (line.find()) {
                String go = line.group(1).replaceAll("\\{@(?:code|link)\\s+([^}]*)}", "`$1`").replace("&lt;", "<").replace("&gt;", ">");
                String declared = declared(text.substring(comment.end()));
                String symbol = file.isPackage() ? file.packageName()
                        : declared.equals(file.name()) ? declared : file.name() + "." + declared;
                int at = (int) text.substring(0, comment.end()).lines().count() + 1;
                found.add(new Upstream(file, symbol, go, at));
            }
        }
        return found;
    }

    /** The name that the declaration at the start of {@code text} gives. */
    private static String declared(String text) {
        Matcher annotation = ANNOTATION.matcher(text);
        int start = 0;
        while (annotation.region(start, text.length()).lookingAt()) {
            start = annotation.end();
        }
        String declaration = text.substring(start).split("[{;]", 2)[0] + ";";
        for (Pattern pattern : List.of(DECLARED_TYPE, DECLARED_METHOD, DECLARED_VALUE)) {
            Matcher matcher = pattern.matcher(declaration);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        return "package";
    }

    /** Empty also where two modules have a type of that name, such as {@code Main}. */
    Optional<JavaFile> type(String simpleName) {
        return onlyOne(types.getOrDefault(simpleName, List.of()));
    }

    Optional<JavaFile> test(String simpleName) {
        return onlyOne(tests.getOrDefault(simpleName, List.of()));
    }

    private static Optional<JavaFile> onlyOne(List<JavaFile> files) {
        return files.size() == 1 ? Optional.of(files.getFirst()) : Optional.empty();
    }

    Optional<JavaFile> at(Path path) {
        return all().stream()
                .filter(file -> file.path().equals(path))
                .findFirst();
    }

    /** Main sources, tests, and the comments of packages. */
    List<JavaFile> all() {
        Stream<JavaFile> named = Stream.of(types, tests).flatMap(map -> map.values().stream()).flatMap(List::stream);
        return Stream.concat(named, packages.stream()).toList();
    }

    List<Upstream> upstream() {
        return List.copyOf(upstream);
    }
}
