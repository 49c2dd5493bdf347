package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WalkTest {

    private final Walk walk = Walk.load();

    @Test
    void the_walk_has_its_39_stops_in_order() {
        assertThat(walk.stops())
                .extracting(Walk.Stop::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 39).mapToObj("W%02d"::formatted).toList());
    }

    @Test
    void every_stop_belongs_to_a_chapter_and_names_both_sides() {
        Contents contents = Contents.load(Path.of("nowhere"));

        for (Walk.Stop stop : walk.stops()) {
            assertThat(stop.title()).as(stop.id()).isNotBlank();
            assertThat(stop.go()).as(stop.id()).isNotBlank();
            assertThat(stop.java()).as(stop.id()).isNotEmpty();
            assertThat(stop.modules()).as(stop.id()).isNotEmpty().allMatch(module -> contents.chapterOf(module).isPresent());
        }
    }
}
