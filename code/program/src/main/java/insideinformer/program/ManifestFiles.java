package insideinformer.program;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the manifests in a folder. People also keep charts, notes and backups of editors there, so it reports other
 * files and skips them. It follows links, but no loops of links.
 */
final class ManifestFiles {

    private static final Set<String> OF_A_CHART = Set.of("Chart.yaml", "Chart.yml", "values.yaml", "values.yml",
            "values.schema.json");
    private static final Set<String> OF_KUSTOMIZE = Set.of("kustomization.yaml", "kustomization.yml");

    private ManifestFiles() {}

    /**
     * The file itself, or the files of the folder in the order of their paths.
     *
     * @param report gets one line for each file that is skipped
     */
    static List<Path> of(Path path, Consumer<String> report) throws UserError {
        if (!Files.exists(path)) {
            throw new UserError(path
                    + ": there is no such file or folder; MANIFESTS wants one (or `none` to start empty)");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        List<Path> all = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        try {
            Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE,
                    visitor(path, all, skipped));
        } catch (IOException e) {
            throw new UserError(path + ": the folder cannot be read: " + reason(e));
        }
        skipped.stream().sorted().forEach(report);
        if (all.isEmpty()) {
            throw new UserError(path + ": this folder holds no .yaml, .yml or .json file with manifests");
        }
        return all.stream().sorted().toList();
    }

    private static FileVisitor<Path> visitor(Path top, List<Path> found, List<String> skipped) {
        return new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (folder.equals(top) || !isHidden(folder)) {
                    return FileVisitResult.CONTINUE;
                }
                skipped.add("%s: skipped: a hidden folder".formatted(folder));
                return FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                foreign(file, attributes).ifPresentOrElse(
                        why -> skipped.add("%s: skipped: %s".formatted(file, why)), () -> found.add(file));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof FileSystemLoopException) {
                    skipped.add("%s: skipped: a link to a folder around it".formatted(file));
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        };
    }

    private static boolean isHidden(Path path) {
        return path.getFileName().toString().startsWith(".");
    }

    private static Optional<String> foreign(Path file, BasicFileAttributes attributes) {
        String name = file.getFileName().toString();
        if (isHidden(file)) {
            return Optional.of("a hidden file");
        }
        if (OF_KUSTOMIZE.contains(name)) {
            return Optional.of("for kustomize; load what `kustomize build` prints");
        }
        if (OF_A_CHART.contains(name)) {
            return Optional.of("for Helm; load what `helm template` prints");
        }
        if (!name.matches(".*\\.(yaml|yml|json)")) {
            return Optional.of("no .yaml, .yml or .json file");
        }
        return attributes.isRegularFile() ? Optional.empty() : Optional.of("no regular file");
    }

    static String textOf(Path file) throws UserError {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new UserError(file + ": this is not UTF-8 text; save it as UTF-8");
        } catch (IOException e) {
            throw new UserError(file + ": the file cannot be read: " + reason(e));
        }
    }

    private static String reason(IOException e) {
        return e instanceof AccessDeniedException ? "you have no permission to read " + e.getMessage() : e.toString();
    }
}
