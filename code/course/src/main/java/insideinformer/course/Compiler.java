package insideinformer.course;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The JDK's compiler, with the built modules on its class path. */
final class Compiler {

    private final JavaCompiler javac;
    // Shared and never closed: to open the libraries again each time would take longer than to compile.
    private final StandardJavaFileManager files;

    Compiler() {
        JavaCompiler found = ToolProvider.getSystemJavaCompiler();
        if (found == null) {
            throw new CourseException("This Java (" + System.getProperty("java.home") + ") has no compiler. "
                    + "Set JAVA_HOME to a JDK of version 21 or newer.");
        }
        javac = found;
        files = javac.getStandardFileManager(null, Locale.ENGLISH, null);
    }

    /**
     * Compiles into {@code out}, which is made.
     *
     * @return the compiler's errors, with file, line and the line's text; empty if all is well
     */
    List<String> compile(Collection<SourceFile> sources, Path out, Path... before) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        String classPath = Stream.concat(Stream.of(before).map(Path::toString),
                Stream.of(System.getProperty("java.class.path"))).collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of("-d", out.toString(), "-cp", classPath, "--release", "21", "-g", "-proc:none",
                "-implicit:none", "-Xlint:none");
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean ok = javac.getTask(null, files, problems, options, null, sources.stream().map(Text::new).toList()).call();
        return ok ? List.of() : errors(problems);
    }

    /**
     * Why the file cannot be a part of an exercise although it might compile: it has a package, or the class is missing
     * that the file is named after. Empty for what cannot be read as Java, which {@link #compile} explains.
     */
    Optional<String> unfit(SourceFile file) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) javac.getTask(null, files, problems, List.of("-proc:none"), null,
                List.of(new Text(file)));
        try {
            for (CompilationUnitTree unit : task.parse()) {
                if (unit.getPackage() != null) {
                    return Optional.of(file.shownAs() + ": delete the line 'package " + unit.getPackageName()
                            + ";', since the files of an exercise have no package.");
                }
                if (unit.getTypeDecls().stream().anyMatch(type ->
                        type instanceof ClassTree declared && declared.getSimpleName().contentEquals(file.className()))) {
                    return Optional.empty();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return errors(problems).isEmpty() ? Optional.of(file.name() + " contains no class " + file.className()
                + ". `reset` gives you a fresh one.") : Optional.empty();
    }

    /** Whether a test has anything that can make it fail on purpose: an assertion, a call of fail, a throw. */
    boolean canFail(SourceFile test) {
        JavacTask task = (JavacTask) javac.getTask(null, files, problem -> {}, List.of("-proc:none"), null,
                List.of(new Text(test)));
        try {
            for (CompilationUnitTree unit : task.parse()) {
                if (Boolean.TRUE.equals(new FailureFinder().scan(unit, null))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> errors(DiagnosticCollector<JavaFileObject> problems) {
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(describe(problem));
            }
        }
        return errors;
    }

    private static String describe(Diagnostic<? extends JavaFileObject> problem) {
        String message = problem.getMessage(Locale.ENGLISH);
        @Nullable JavaFileObject source = problem.getSource();
        if (!(source instanceof Text text)) {
            return message;
        }
        StringBuilder description = new StringBuilder()
                .append(text.file.shownAs()).append(':').append(problem.getLineNumber()).append(": ").append(message);
        text.file.text().lines().skip(Math.max(0, problem.getLineNumber() - 1)).findFirst().ifPresent(line ->
                description.append('\n').append(line).append('\n')
                        .append(" ".repeat((int) Math.max(0, problem.getColumnNumber() - 1))).append('^'));
        return description.toString();
    }

    private static final class Text extends SimpleJavaFileObject {

        private final SourceFile file;

        Text(SourceFile file) {
            super(URI.create("text:///" + file.name()), Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
