package insideinformer.conformance.catalogue;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds every {@code @Spec} in the test sources of a reactor. The JDK's own parser reads the sources, so comments,
 * strings and line breaks mean what they mean to the compiler. Nothing is compiled or run.
 */
final class SpecScanner extends TreeScanner<@Nullable Void, @Nullable Void> {

    /** Id to tests, both in the order of files and lines. */
    final Map<String, List<TestRef>> byId = new LinkedHashMap<>();

    private final Path code;
    private final Trees trees;
    private final Deque<String> classes = new ArrayDeque<>();
    private @Nullable CompilationUnitTree unit;

    private SpecScanner(Path code, Trees trees) {
        this.code = code;
        this.trees = trees;
    }

    /** @param code the reactor's folder, with a folder a module */
    static SpecScanner scan(Path code) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("this Java has no compiler: run with a JDK, not a JRE");
        }
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(testSources(code)));
            SpecScanner scanner = new SpecScanner(code, Trees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                scanner.unit = unit;
                scanner.scan(unit, null);
            }
            return scanner;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the test sources under " + code, e);
        }
    }

    private static List<Path> testSources(Path code) throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(code)) {
            for (Path module : modules.sorted().collect(Collectors.toList())) {
                Path tests = module.resolve("src/test/java");
                if (Files.isDirectory(tests)) {
                    try (Stream<Path> files = Files.walk(tests)) {
                        files.filter(f -> f.toString().endsWith(".java")).sorted().forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        classes.addLast(tree.getSimpleName().toString());
        read(tree.getModifiers().getAnnotations(), ref(tree, ""));
        super.visitClass(tree, null);
        classes.removeLast();
        return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
        read(tree.getModifiers().getAnnotations(), ref(tree, tree.getName().toString()));
        return super.visitMethod(tree, null);
    }

    private TestRef ref(Tree tree, String method) {
        CompilationUnitTree file = Objects.requireNonNull(unit);
        Path path = code.relativize(Path.of(file.getSourceFile().toUri()));
        String qualified = file.getPackageName() + "." + String.join("$", classes);
        long position = trees.getSourcePositions().getStartPosition(file, tree);
        return new TestRef(
                path.getName(0).toString(), qualified, method, path, file.getLineMap().getLineNumber(position), "");
    }

    private void read(List<? extends AnnotationTree> annotations, TestRef ref) {
        for (AnnotationTree annotation : annotations) {
            String name = annotation.getAnnotationType().toString();
            if (name.equals("Spec") || name.endsWith(".Spec")) {
                read(annotation, ref);
            }
        }
    }

    private void read(AnnotationTree annotation, TestRef ref) {
        List<String> ids = List.of();
        TestRef shows = ref;
        for (ExpressionTree argument : annotation.getArguments()) {
            if (argument instanceof AssignmentTree named && named.getVariable().toString().equals("part")) {
                shows = ref.showing(part(named));
            } else {
                ids = literals(argument);
            }
        }
        for (String id : ids) {
            byId.computeIfAbsent(id, key -> new ArrayList<>()).add(shows);
        }
    }

    private String part(AssignmentTree argument) {
        String part = text(argument.getExpression());
        if (part.isBlank()) {
            throw new IllegalStateException("@Spec(" + argument + ") in " + classes
                    + ": say which part of the row the test shows, or leave it out");
        }
        return part;
    }

    /** A text that may stand in several pieces, because lines are short. */
    private String text(ExpressionTree value) {
        return value instanceof BinaryTree sum
                ? text(sum.getLeftOperand()) + text(sum.getRightOperand())
                : String.join("", literals(value));
    }

    private List<String> literals(ExpressionTree value) {
        return switch (value) {
            case AssignmentTree named -> literals(named.getExpression());
            case NewArrayTree array -> array.getInitializers() == null
                    ? Collections.emptyList()
                    : array.getInitializers().stream().flatMap(v -> literals(v).stream()).toList();
            case LiteralTree literal -> List.of(String.valueOf(literal.getValue()));
            default -> throw new IllegalStateException(
                    "@Spec(" + value + ") in " + classes + ": write it as a literal");
        };
    }
}
