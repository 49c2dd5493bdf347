package insideinformer.benchmarks;

import insideinformer.api.Json;
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
            "official" + WARM, CLIENT_GO, "jackson", "jackson" + WARM);
    private static final List<String> USUAL = List.of(
            OURS, TIGHT, OURS + WARM, "fabric8", "official", CLIENT_GO, "jackson", "jackson" + WARM);
    private static final int PATIENCE = 10; // minutes
    private static final OperatingSystemMXBean MACHINE = ManagementFactory.getOperatingSystemMXBean();

    /** One line of the table. */
    private record Cell(String subject, int pods) {}

    private final List<String> subjects;
    private final Path clientGo;
    private final int updates;
    private final int rounds;
    private final Map<Cell, List<Measurement>> measured = new LinkedHashMap<>();

    private Comparison(List<String> subjects, Path clientGo, int updates, int rounds) {
        this.subjects = subjects;
        this.clientGo = clientGo;
        this.updates = updates;
        this.rounds = rounds;
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
        Comparison comparison =
                new Comparison(subjects, Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        int[] sizes = Arrays.stream(args).skip(3).mapToInt(Integer::parseInt).toArray();
        System.out.printf(Locale.ROOT, "%s, %d cores, Java %s, load %.1f%n%n", System.getProperty("os.name"),
                MACHINE.getAvailableProcessors(), System.getProperty("java.version"), MACHINE.getSystemLoadAverage());
        comparison.measure(sizes);
        comparison.print();
        System.out.printf(Locale.ROOT, "%nload %.1f at the end%n", MACHINE.getSystemLoadAverage());
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
                    if (!subject.equals(CLIENT_GO) || Files.isExecutable(clientGo)) {
                        measure(new Cell(subject, pods));
                    }
                }
            }
        }
    }

    private void measure(Cell cell) throws Exception {
        Process server = start(java(
                "-Xmx1g", "-Dsun.net.httpserver.nodelay=true", CannedServer.class.getName(), "" + cell.pods()));
        try {
            String port = firstLine(server);
            Process subject = start(command(cell, "http://127.0.0.1:" + port));
            try {
                String line = firstLine(subject);
                System.err.printf(Locale.ROOT, "%s, %,d pods, load %.1f: %s%n", cell.subject(), cell.pods(),
                        MACHINE.getSystemLoadAverage(), line);
                measured.computeIfAbsent(cell, c -> new ArrayList<>())
                        .add(Json.MAPPER.readValue(line, Measurement.class));
                subject.waitFor(PATIENCE, TimeUnit.MINUTES);
            } catch (IOException e) {
                System.err.println(cell + " gave no answer: " + e.getMessage());
            } finally {
                subject.destroyForcibly();
            }
        } finally {
            server.destroyForcibly();
            server.waitFor();
        }
    }

    private List<String> command(Cell cell, String server) {
        List<String> command = new ArrayList<>();
        switch (cell.subject()) {
            case CLIENT_GO -> command.add(clientGo.toString());
            case TIGHT -> {
                double heap = median(new Cell(OURS, cell.pods()), Measurement::heapMegabytes).orElseThrow();
                command.addAll(java("-Xmx" + (long) (1.5 * heap * 1e6 / 1024) + "k", Run.class.getName(), OURS));
            }
            default -> command.addAll(java(Run.class.getName(), cell.subject().replace(WARM, "")));
        }
        command.addAll(List.of(server, "" + cell.pods(), "" + updates));
        if (!cell.subject().equals(CLIENT_GO)) {
            command.add(cell.subject().endsWith(WARM) ? "" + WARM_UPS : "0");
        }
        return command;
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), "-Dorg.slf4j.simpleLogger.defaultLogLevel=off"));
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
        if (runs.isEmpty()) {
            return Optional.empty();
        }
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return Optional.of(sorted[sorted.length / 2]);
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
    }
}
