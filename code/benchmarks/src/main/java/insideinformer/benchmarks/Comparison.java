package insideinformer.benchmarks;

import insideinformer.json.Json;
import insideinformer.wait.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Measures all subjects, each run in a process of its own against a server in another one, and prints a table of
 * medians. Rounds go over all subjects, so that a busy minute of the machine does not fall on one of them alone.
 */
final class Comparison {

    private static final String CLIENT_GO = "client-go";
    private static final String TIGHT = "ours -Xmx 1.5 heaps";
    private static final String WARM = " warm"; // behind a subject's name
    private static final int WARM_UPS = 3;
    private static final String OURS = "ours";
    private static final List<String> KNOWN = List.of(OURS, TIGHT, OURS + WARM, "fabric8", "fabric8" + WARM, "official",
            "official" + WARM, CLIENT_GO, "jackson", "jackson" + WARM,
            Archive.CLASS_DATA.subject(), Archive.AHEAD_OF_TIME.subject());
    private static final List<String> USUAL = List.of(
            OURS, TIGHT, OURS + WARM, "fabric8", "official", CLIENT_GO, "jackson", "jackson" + WARM,
            Archive.CLASS_DATA.subject(), Archive.AHEAD_OF_TIME.subject());
    private static final int PATIENCE = 10; // minutes
    private static final OperatingSystemMXBean MACHINE = ManagementFactory.getOperatingSystemMXBean();

    /** One line of the table. */
    private record Cell(String subject, int pods) {}

    private final List<String> subjects;
    private final Path clientGo;
    private final int updates;
    private final int rounds;
    private final Map<Cell, List<Measurement>> measured = new LinkedHashMap<>();
    private final Map<Cell, List<Double>> fromStart = new LinkedHashMap<>(); // seconds from the process's start to synced
    private final Path archives; // a folder
    private final String jars; // our class path without folders

    private Comparison(List<String> subjects, Path clientGo, int updates, int rounds, Path archives)
            throws IOException {
        this.subjects = subjects;
        this.clientGo = clientGo;
        this.updates = updates;
        this.rounds = rounds;
        this.archives = archives;
        jars = Archive.jarsOf(System.getProperty("java.class.path"), archives);
    }

    /** Takes the program that measures client-go (which need not exist), updates, rounds, and numbers of pods. */
    public static void main(String[] args) throws Exception {
        String chosen = System.getProperty("subjects");
        List<String> subjects = chosen == null ? USUAL : List.of(chosen.split(","));
        Optional<String> problem = problemOf(subjects);
        if (problem.isPresent()) {
            System.err.println(problem.get());
            System.exit(2);
        }
        Path archives = Files.createTempDirectory("archives");
        Comparison comparison = new Comparison(
                subjects, Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]), archives);
        int[] sizes = Arrays.stream(args).skip(3).mapToInt(Integer::parseInt).toArray();
        System.out.printf(Locale.ROOT, "%s, %d cores, Java %s, load %.1f%n%n", System.getProperty("os.name"),
                MACHINE.getAvailableProcessors(), System.getProperty("java.version"), MACHINE.getSystemLoadAverage());
        comparison.measure(sizes);
        comparison.print();
        delete(archives);
        System.out.printf(Locale.ROOT, "%nload %.1f at the end%n", MACHINE.getSystemLoadAverage());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static Optional<String> problemOf(List<String> subjects) {
        for (String subject : subjects) {
            if (!KNOWN.contains(subject)) {
                return Optional.of("there is no subject '" + subject + "'; choose from SUBJECTS=\""
                        + String.join(",", KNOWN) + "\"");
            }
        }
        return subjects.contains(TIGHT) && !subjects.subList(0, subjects.indexOf(TIGHT)).contains(OURS)
                ? Optional.of("'" + TIGHT + "' needs '" + OURS + "' before it, whose heap it is measured against")
                : Optional.empty();
    }

    private void measure(int[] sizes) throws Exception {
        for (int pods : sizes) {
            for (int round = 0; round < rounds; round++) {
                for (String subject : subjects) {
                    if (isHere(subject)) {
                        measure(new Cell(subject, pods));
                    }
                }
            }
        }
    }

    private boolean isHere(String subject) {
        return subject.equals(CLIENT_GO)
                ? Files.isExecutable(clientGo)
                : Archive.of(subject).map(Archive::isKnown).orElse(true);
    }

    private void measure(Cell cell) throws Exception {
        Optional<Archive> archive = Archive.of(cell.subject());
        if (archive.isPresent() && !Files.exists(fileOf(cell))) {
            run(cell, archive.get().making(fileOf(cell)));
        }
        try {
            Timed run = run(cell, archive.map(kind -> kind.using(fileOf(cell))).orElse(List.of()));
            System.err.printf(Locale.ROOT, "%s, %,d pods, load %.1f: %.2f s from its start, %s%n", cell.subject(),
                    cell.pods(), MACHINE.getSystemLoadAverage(), run.fromStart(), run.measurement());
            measured.computeIfAbsent(cell, c -> new ArrayList<>()).add(run.measurement());
            fromStart.computeIfAbsent(cell, c -> new ArrayList<>()).add(run.fromStart());
        } catch (IOException e) {
            System.err.println(cell + " gave no answer: " + e.getMessage());
        }
    }

    private Path fileOf(Cell cell) {
        return archives.resolve(cell.subject().replace(' ', '-') + "-" + cell.pods());
    }

    /** @param fromStart seconds from the start of the process until it was synced */
    private record Timed(Measurement measurement, double fromStart) {}

    /** One run against a new server, to the end of its process. */
    private Timed run(Cell cell, List<String> options) throws Exception {
        String heap = "-Xmx" + (512 + cell.pods() * 3L / 1000) + "m"; // a pod is 2.2 KB of text
        Process server = start(java(List.of(heap, "-Dsun.net.httpserver.nodelay=true"),
                CannedServer.class.getName(), "" + cell.pods()));
        try {
            List<String> command = command(cell, "http://127.0.0.1:" + firstLine(server), options);
            long started = Clock.system().now().toEpochMilli();
            Process subject = start(command);
            try {
                Measurement measurement = Json.MAPPER.readValue(firstLine(subject), Measurement.class);
                subject.waitFor(PATIENCE, TimeUnit.MINUTES);
                return new Timed(measurement, (measurement.syncedAtMillis() - started) / 1e3);
            } finally {
                subject.destroyForcibly();
            }
        } finally {
            server.destroyForcibly();
            server.waitFor();
        }
    }

    private List<String> command(Cell cell, String server, List<String> options) {
        List<String> command = new ArrayList<>();
        switch (cell.subject()) {
            case CLIENT_GO -> command.add(clientGo.toString());
            case TIGHT -> {
                double heap = median(new Cell(OURS, cell.pods()), Measurement::heapMegabytes).orElseThrow();
                command.addAll(java(List.of("-Xmx" + (long) (1.5 * heap * 1e6 / 1024) + "k"), Run.class.getName(), OURS));
            }
            default -> command.addAll(Archive.of(cell.subject()).isPresent()
                    ? java(jars, options, Run.class.getName(), OURS)
                    : java(List.of(), Run.class.getName(), cell.subject().replace(WARM, "")));
        }
        command.addAll(List.of(server, "" + cell.pods(), "" + updates));
        if (!cell.subject().equals(CLIENT_GO)) {
            command.add(cell.subject().endsWith(WARM) ? "" + WARM_UPS : "0");
        }
        return command;
    }

    private static List<String> java(List<String> options, String... arguments) {
        return java(System.getProperty("java.class.path"), options, arguments);
    }

    private static List<String> java(String classPath, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", classPath, "-Dorg.slf4j.simpleLogger.defaultLogLevel=off"));
        command.addAll(options);
        command.addAll(List.of(arguments));
        return command;
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static String firstLine(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the process ended without a line");
        }
        return line;
    }

    private Optional<Double> median(Cell cell, ToDoubleFunction<Measurement> figure) {
        List<Measurement> runs = measured.getOrDefault(cell, List.of());
        return runs.isEmpty() ? Optional.empty() : Optional.of(median(runs, figure));
    }

    private static <T> double median(List<T> values, ToDoubleFunction<T> figure) {
        double[] sorted = values.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private void print() {
        System.out.println("| | pods | sync, s | CPU of it, s | heap, MB | peak, MB | updates a second | CPU an update, µs |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Cell cell : measured.keySet()) {
            System.out.printf(Locale.ROOT, "| %s | %,d | %.2f | %.2f | %.0f | %.0f | %,.0f | %.0f |%n",
                    cell.subject(), cell.pods(),
                    median(cell, Measurement::syncSeconds).orElseThrow(),
                    median(cell, Measurement::syncCpuSeconds).orElseThrow(),
                    median(cell, Measurement::heapMegabytes).orElseThrow(),
                    median(cell, Measurement::peakMegabytes).orElseThrow(),
                    updates / median(cell, Measurement::updateSeconds).orElseThrow(),
                    median(cell, Measurement::updateCpuSeconds).orElseThrow() * 1e6 / updates);
        }
        System.out.println();
        System.out.println("| | pods | from the start of the process to synced, s |");
        System.out.println("|---|---:|---:|");
        fromStart.forEach((cell, seconds) -> {
            if (!cell.subject().endsWith(WARM)) {
                System.out.printf(Locale.ROOT, "| %s | %,d | %.2f |%n", cell.subject(), cell.pods(),
                        median(seconds, Double::doubleValue));
            }
        });
    }
}
