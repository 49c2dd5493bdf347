package insideinformer.conformance.catalogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of all catalogues, the tests that show them, and the rows that are open. The conformance page is made from
 * it.
 *
 * <p>It comes from the catalogues on the class path and from the test sources below the reactor's folder. No test is
 * run. Immutable.
 */
public final class SpecIndex {

    private static final List<String> CATALOGUES = List.of(
            "01-list-watch-and-reflector", "02-store-and-deltafifo", "03-shared-informer",
            "04-workqueue-leader-manager", "05-resource-quota", "06-controller-runtime");
    private static final Pattern REPORT = Pattern.compile("\\*\\*([A-Z]\\d+) ([^*]+)\\*\\* (.*)");

    private final Map<String, Family> families = new LinkedHashMap<>();
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<String, PublicReport> reports = new LinkedHashMap<>();
    private final Map<String, Stop> stops = new LinkedHashMap<>();
    private final Map<String, Deviation> deviations = new LinkedHashMap<>();
    private final Map<String, String> later = new LinkedHashMap<>();
    private final Map<String, List<TestRef>> tests = new LinkedHashMap<>();
    private final Set<String> problems = new LinkedHashSet<>();

    private SpecIndex(SpecScanner scanned) {
        table("families", 3).forEach(f -> families.put(f[0], new Family(f[0], f[1], f[2])));
        table("stops", 3).forEach(s -> stops.put(s[0], new Stop(s[0], s[1], List.of(s[2].split(", ")))));
        readRows();
        readReports();
        scanned.byId.forEach((id, refs) -> {
            known("@Spec on " + refs.getFirst().text(), id);
            tests.computeIfAbsent(id, key -> new ArrayList<>()).addAll(refs);
        });
        for (String[] line : table("deviations", 3)) {
            known("deviations.tsv", line[0]);
            deviations.put(line[0], new Deviation(line[0], line[1], line[2]));
        }
        for (String[] line : table("later", 2)) {
            if (!families.containsKey(line[0])) {
                known("later.tsv", line[0]);
            }
            later.put(line[0], line[1]);
        }
        tests.replaceAll((id, refs) -> List.copyOf(new LinkedHashSet<>(refs)));
    }

    /** @param code the reactor's folder, which holds the modules */
    public static SpecIndex of(Path code) {
        return new SpecIndex(SpecScanner.scan(code.toAbsolutePath().normalize()));
    }

    /** All rows, family by family in the order of the book. */
    public List<Row> rows() {
        return List.copyOf(rows.values());
    }

    public Optional<Row> row(String id) {
        return Optional.ofNullable(rows.get(id));
    }

    public List<Family> families() {
        return List.copyOf(families.values());
    }

    /** The tests that show a row, a report or a stop; empty if none does. */
    public List<TestRef> tests(String id) {
        return tests.getOrDefault(id, List.of());
    }

    public RowStatus status(Row row) {
        return status(row.id(), later(row));
    }

    public RowStatus status(PublicReport report) {
        return status(report.id(), later(report));
    }

    private RowStatus status(String id, Optional<String> later) {
        if (tests(id).isEmpty()) {
            return later.isPresent() ? RowStatus.LATER : RowStatus.OPEN;
        }
        return tests(id).stream().anyMatch(test -> test.part().isEmpty()) ? RowStatus.SHOWN : RowStatus.PARTLY;
    }

    /** How many rows of a family have this status. */
    public long count(Family family, RowStatus status) {
        return rows.values().stream()
                .filter(row -> row.family().equals(family.prefix()) && status(row) == status)
                .count();
    }

    /** Why a row's part is not built yet. */
    public Optional<String> later(Row row) {
        return Optional.ofNullable(later.getOrDefault(row.id(), later.get(row.family())));
    }

    /** Why no test shows a report yet. */
    public Optional<String> later(PublicReport report) {
        return Optional.ofNullable(later.get(report.id()));
    }

    public Optional<Deviation> deviation(String id) {
        return Optional.ofNullable(deviations.get(id));
    }

    public List<Deviation> deviations() {
        return List.copyOf(deviations.values());
    }

    public List<PublicReport> reports() {
        return List.copyOf(reports.values());
    }

    public List<Stop> stops() {
        return List.copyOf(stops.values());
    }

    /**
     * What does not fit together: ids that a test or a data file names and that no catalogue has. Empty in a sound
     * tree.
     */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    private void known(String where, String id) {
        if (!rows.containsKey(id) && !reports.containsKey(id) && !stops.containsKey(id)) {
            problems.add(where + ": no row, report or stop " + id);
        }
    }

    private void readRows() {
        Map<String, List<Row>> byFamily = new LinkedHashMap<>();
        families.keySet().forEach(family -> byFamily.put(family, new ArrayList<>()));
        for (String catalogue : CATALOGUES) {
            for (Row row : CatalogueFile.rows(lines(catalogue + ".md"))) {
                List<Row> family = byFamily.get(row.family());
                if (family == null) {
                    throw new IllegalStateException(
                            "families.tsv does not list " + row.family() + " of row " + row.id());
                }
                family.add(row);
            }
        }
        for (List<Row> family : byFamily.values()) {
            for (Row row : family) {
                if (rows.put(row.id(), row) != null) {
                    throw new IllegalStateException(
                            "row " + row.id() + " stands twice in the catalogues; give one another id");
                }
            }
        }
    }

    private void readReports() {
        String topic = "";
        for (String line : lines("reports.md")) {
            Matcher report = REPORT.matcher(line);
            if (line.startsWith("## ")) {
                topic = line.substring(3);
            } else if (report.matches()) {
                String id = report.group(1);
                reports.put(id, new PublicReport(id, topic, report.group(2), report.group(3)));
            }
        }
    }

    /** Tab-separated lines; those that begin with # are comments. */
    private static List<String[]> table(String name, int columns) {
        List<String[]> table = new ArrayList<>();
        for (String line : lines(name + ".tsv")) {
            if (line.startsWith("#") || line.isBlank()) {
                continue;
            }
            String[] cells = line.split("\t");
            if (cells.length != columns) {
                throw new IllegalStateException(
                        name + ".tsv: '" + line + "' needs " + columns + " cells between tabs, it has " + cells.length);
            }
            table.add(cells);
        }
        return table;
    }

    private static List<String> lines(String name) {
        try (InputStream in = SpecIndex.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the class path lacks " + name + " beside SpecIndex");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
