package insideinformer.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map in {@code code/README.md} says what is there. */
class MapTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|.* (\\d+) \\|$", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");
    private static final Pattern ARROW = Pattern.compile("^  ([\\w-]+) --> ([\\w-]+)$", Pattern.MULTILINE);
    private static final Pattern PLACE = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<groupId>insideinformer</groupId><artifactId>([^<]+)</artifactId><version>[^<]+</version></dependency>");

    private final String map = read(Reactor.folder().resolve("README.md"));

    @Test
    void every_module_has_a_row_in_the_order_of_the_build() {
        assertThat(lines().keySet()).containsExactlyElementsOf(Reactor.MODULES);
    }

    @Test
    void the_lines_are_right_to_a_tenth() {
        lines().forEach((module, lines) -> {
            int counted = linesOf(module);

            assertThat(lines).as("lines of %s in code/README.md; write %d", module, counted)
                    .isCloseTo(counted, within(counted / 10 + 50));
        });
    }

    @Test
    void every_link_leads_to_a_file() {
        List<String> links = LINK.matcher(map).results().map(link -> link.group(1)).toList();

        assertThat(links).isNotEmpty().allMatch(link -> Files.isRegularFile(Reactor.folder().resolve(link)));
    }

    @Test
    void the_arrows_are_those_of_the_build_without_those_that_follow() {
        Set<String> drawn = ARROW.matcher(map).results()
                .map(arrow -> arrow.group(1) + " --> " + arrow.group(2))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(drawn).isEqualTo(arrows());
    }

    @Test
    void every_chapter_has_its_day() {
        String week = section("A week of reading");
        List<String> chapters = Reactor.MODULES.stream().filter(module -> module.startsWith("ch")).toList();

        assertThat(chapters).allMatch(module -> week.contains("`" + module + "`"));
    }

    @Test
    void every_place_is_where_the_map_says() {
        List<String> rows = section("Where is …?").lines().filter(line -> line.contains("`")).toList();

        assertThat(rows).hasSizeGreaterThan(5).allSatisfy(row -> {
            String module = Reactor.MODULES.stream().filter(name -> row.contains("in `" + name + "`")).findFirst()
                    .orElseThrow();
            MatchResult place = PLACE.matcher(row).results().findFirst().orElseThrow();
            assertThat(members(module, place.group(1))).as(row).contains(place.group(2));
        });
    }

    private Map<String, Integer> lines() {
        Map<String, Integer> rows = new LinkedHashMap<>();
        ROW.matcher(map).results().forEach(row -> rows.put(row.group(1), Integer.valueOf(row.group(2))));
        return rows;
    }

    private static int linesOf(String module) {
        Path sources = Reactor.folder().resolve(module).resolve("src/main/java");
        return Reactor.sources().stream()
                .filter(file -> file.startsWith(sources))
                .mapToInt(file -> (int) read(file).lines().count())
                .sum();
    }

    private static Set<String> arrows() {
        Set<String> arrows = new TreeSet<>();
        for (String module : Reactor.MODULES) {
            List<String> direct = uses(module);
            for (String used : direct) {
                if (direct.stream().noneMatch(other -> reaches(other, used))) {
                    arrows.add(module + " --> " + used);
                }
            }
        }
        return arrows;
    }

    /** Whether a module uses another over others. */
    private static boolean reaches(String from, String to) {
        List<String> direct = uses(from);
        return direct.contains(to) || direct.stream().anyMatch(next -> reaches(next, to));
    }

    /** What the build gives to a module's shipped code; dependencies of tests end with their scope. */
    private static List<String> uses(String module) {
        return DEPENDENCY.matcher(read(Reactor.folder().resolve(module).resolve("pom.xml"))).results()
                .map(dependency -> dependency.group(1))
                .toList();
    }

    private String section(String title) {
        return Stream.of(map.split("\n## ")).filter(section -> section.startsWith(title)).findFirst().orElseThrow();
    }

    private static List<String> members(String module, String simpleName) {
        List<String> members = new ArrayList<>();
        for (JavaClass type : Reactor.MAIN) {
            if (type.getSimpleName().equals(simpleName) && module.equals(Reactor.module(type).orElse(""))) {
                type.getMethods().forEach(method -> members.add(method.getName()));
                type.getFields().forEach(field -> members.add(field.getName()));
            }
        }
        return members;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
