package insideinformer.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every module of the project: its name, its place in the order, its classes and its sources. */
final class Reactor {

    private static final Path CODE = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** In the order of {@code code/pom.xml}, in which a module may use those above it. */
    static final List<String> MODULES = modules();

    /** What the modules ship. */
    static final JavaClasses MAIN = classes("target/classes");

    /** What tests them. */
    static final JavaClasses TESTS = classes("target/test-classes");

    private Reactor() {}

    private static List<String> modules() {
        try {
            Matcher matcher = MODULE.matcher(Files.readString(CODE.resolve("pom.xml")));
            return matcher.results().map(found -> found.group(1)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JavaClasses classes(String folder) {
        List<Path> folders = MODULES.stream()
                .map(module -> CODE.resolve(module).resolve(folder))
                .filter(Files::isDirectory)
                .toList();
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/jmh_generated/")) // what JMH makes of benchmarks
                .importPaths(folders);
    }

    /** The module whose folder a class was read from; empty for the JDK's and libraries' classes. */
    static Optional<String> module(JavaClass type) {
        return type.getSource()
                .map(Source::getUri)
                .filter(uri -> uri.getScheme().equals("file"))
                .map(Path::of)
                .filter(file -> file.startsWith(CODE))
                .map(file -> CODE.relativize(file).getName(0).toString());
    }

    /** All source files below {@code src/main/java} and {@code src/test/java}. */
    static List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        for (String module : MODULES) {
            for (String folder : List.of("src/main/java", "src/test/java")) {
                sources.addAll(javaFiles(CODE.resolve(module).resolve(folder)));
            }
        }
        return sources;
    }

    private static List<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder {@code code}. */
    static Path folder() {
        return CODE;
    }

    /** A path as people write it. */
    static Path relative(Path file) {
        return CODE.relativize(file);
    }
}
