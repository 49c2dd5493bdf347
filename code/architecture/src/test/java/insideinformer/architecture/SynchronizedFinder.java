package insideinformer.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Finds synchronized methods and blocks. Blocks do not show in a class's signature, so the sources are parsed. */
final class SynchronizedFinder extends TreeScanner<Void, Trees> {

    private final List<String> places = new ArrayList<>();
    private CompilationUnitTree unit;

    List<String> find(List<Path> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree parsed : task.parse()) {
                unit = parsed;
                scan(parsed, trees);
            }
            return places;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Void visitSynchronized(SynchronizedTree tree, Trees trees) {
        found(tree, trees);
        return super.visitSynchronized(tree, trees);
    }

    @Override
    public Void visitMethod(MethodTree tree, Trees trees) {
        if (tree.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED)) {
            found(tree, trees);
        }
        return super.visitMethod(tree, trees);
    }

    private void found(Tree tree, Trees trees) {
        long line = unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
        places.add(Reactor.relative(Path.of(unit.getSourceFile().toUri())) + ":" + line);
    }
}
