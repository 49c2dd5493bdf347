package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.catalogue.SpecIndex;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WalkTest {

    private final SpecIndex catalogue = SpecIndex.of(Path.of(".."));
    private final Walk walk = Walk.load(catalogue);

    @Test
    void the_walk_has_its_39_stops_in_order() {
        assertThat(walk.stops())
                .extracting(Walk.Stop::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 39).mapToObj("W%02d"::formatted).toList());
    }

    @Test
    void what_the_walk_names_is_there() {
        SourceIndex sources = SourceIndex.scan(Path.of(".."));

        for (Walk.Stop stop : walk.stops()) {
            assertThat(stop.rows()).as(stop.id()).isNotEmpty().allMatch(row -> catalogue.row(row).isPresent());
            for (String symbol : stop.java()) {
                assertThat(sources.type(symbol.split("#")[0])).as(stop.id() + " " + symbol).hasValueSatisfying(file ->
                        assertThat(symbol.contains("#") ? file.lineOf(symbol.split("#")[1]) : file.declarationLine()).isPositive());
            }
        }
    }

    @Test
    void every_stop_belongs_to_a_chapter_and_names_both_sides() {
        Contents contents = Contents.load(Path.of("nowhere"));

        for (Walk.Stop stop : walk.stops()) {
            assertThat(stop.title()).as(stop.id()).isNotBlank();
            assertThat(stop.go()).as(stop.id()).isNotBlank();
            assertThat(stop.modules()).as(stop.id()).isNotEmpty().allMatch(module -> contents.chapterOf(module).isPresent());
        }
    }
}
