package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlantUmlTest {

    private PlantUml plantUml;

    @BeforeEach
    void readStyle() throws IOException {
        plantUml = new PlantUml(Files.readString(Path.of("../../diagrams/style.puml")));
    }

    @Test
    void a_drawing_follows_the_colours_of_the_page_and_tells_its_title() throws Exception {
        String svg = plantUml.svg("participant Queue as q <<queue>>\nparticipant Store as s <<store>>\nq -> s : add", "From queue to store");

        assertThat(svg).startsWith("<svg").contains("var(--queue-fill)").contains("var(--store)");
        assertThat(svg).contains("aria-label=\"From queue to store\"");
        assertThat(svg).doesNotContainPattern("#[0-9A-Fa-f]{6}").doesNotContain("<?").doesNotContain("<!--").doesNotContain("lengthAdjust").doesNotContain("textLength").doesNotContain(" id=");
    }

    @Test
    void a_colour_of_another_palette_is_refused() {
        assertThatThrownBy(() -> plantUml.svg("rectangle a #12AB34", "A"))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("#12AB34 is not one of the book's");
    }

    @Test
    void what_plantuml_cannot_read_is_reported() {
        assertThatThrownBy(() -> plantUml.svg("participant a\nnonsense ~~> here", "A"))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("PlantUML cannot read it");
    }
}
