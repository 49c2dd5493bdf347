package insideinformer.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;

/**
 * A file that lets a JVM start with what an earlier JVM has loaded. The JVM writes it at the end of an ordinary run. It can
 * hold only classes from jars, so {@link #jarsOf} first packs the folders of a class path.
 */
enum Archive {

    /** Class data (AppCDS): the classes, parsed and verified. */
    CLASS_DATA("ours class-data archive", 21, "-XX:ArchiveClassesAtExit=",
            "-XX:SharedArchiveFile=", "-Xshare:on"),

    /** The ahead-of-time cache of JEP 483, which a later JEP, 514, makes in one run: linked classes and hot methods. */
    AHEAD_OF_TIME("ours ahead-of-time cache", 25, "-XX:AOTCacheOutput=",
            "-XX:AOTCache=", "-XX:AOTMode=on");

    private final String subject;
    private final int since; // the first Java with these options
    private final String makes;
    private final String uses;
    private final String insists; // end with an error where the archive cannot be used

    Archive(String subject, int since, String makes, String uses, String insists) {
        this.subject = subject;
        this.since = since;
        this.makes = makes;
        this.uses = uses;
        this.insists = insists;
    }

    /** The archive that a subject of this name starts with. */
    static Optional<Archive> of(String subject) {
        return Arrays.stream(values()).filter(archive -> archive.subject.equals(subject)).findAny();
    }

    String subject() {
        return subject;
    }

    /** Whether the JVM that runs this knows the options. */
    boolean isKnown() {
        return Runtime.version().feature() >= since;
    }

    /** Options of the run that makes {@code file}; silent about the classes that it cannot take. */
    List<String> making(Path file) {
        return List.of("-Xlog:disable", "-Xlog:all=off", makes + file);
    }

    /** Options of a run that starts with {@code file}, and ends with an error if it cannot. */
    List<String> using(Path file) {
        return List.of(uses + file, insists);
    }

    /** The same class path with each folder packed into a jar in {@code target}. */
    static String jarsOf(String classPath, Path target) throws IOException {
        ToolProvider jar = ToolProvider.findFirst("jar")
                .orElseThrow(() -> new IOException("this Java has no jar tool: run the benchmarks with a whole JDK"));
        List<String> jars = new ArrayList<>();
        for (String part : classPath.split(File.pathSeparator)) {
            if (Files.isRegularFile(Path.of(part))) {
                jars.add(part);
            } else if (Files.isDirectory(Path.of(part))) {
                String file = target.resolve("classes-" + jars.size() + ".jar").toString();
                if (jar.run(System.out, System.err, "--create", "--no-manifest", "--file", file, "-C", part, ".") != 0) {
                    throw new IOException("cannot pack " + part + " into " + file);
                }
                jars.add(file);
            }
        }
        return String.join(File.pathSeparator, jars);
    }
}
