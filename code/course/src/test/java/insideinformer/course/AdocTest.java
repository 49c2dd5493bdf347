package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdocTest {

    @TempDir
    private Path folder;

    private Adoc read(String text) throws IOException {
        return Adoc.read(Files.writeString(folder.resolve("x.adoc"), text));
    }

    @Test
    void a_text_has_a_title_attributes_sections_and_titled_blocks() throws IOException {
        Adoc adoc = read("""
                = The title
                :minutes: 45

                Words.

                .region-1
                [source,java]
                ----
                code();
                ----

                == First

                One.

                == Second
                """);

        assertThat(adoc.title()).isEqualTo("The title");
        assertThat(adoc.number("minutes")).isEqualTo(45);
        assertThat(adoc.blocks()).containsOnlyKeys("region-1").containsEntry("region-1", List.of("code();"));
        assertThat(adoc.prose()).contains("Words.").doesNotContain("code();", ".region-1", "----");
        assertThat(adoc.sections().keySet()).containsExactly("First", "Second");
        assertThat(adoc.sections().get("First")).contains("One.");
    }

    @Test
    void what_is_missing_is_named_with_what_it_looks_like() throws IOException {
        Adoc adoc = read("= T\n:minutes: many\n");

        assertThatThrownBy(() -> adoc.attribute("kind")).isInstanceOf(CourseException.class)
                .hasMessageContaining("x.adoc").hasMessageContaining("':kind: ...'");
        assertThatThrownBy(() -> adoc.number("minutes")).isInstanceOf(CourseException.class)
                .hasMessageContaining("'many' is not a number");
        assertThatThrownBy(() -> read("no title")).isInstanceOf(CourseException.class)
                .hasMessageContaining("'= Rebuild the queue'");
        assertThatThrownBy(() -> read("= T\n:minutes\n")).isInstanceOf(CourseException.class)
                .hasMessageContaining("x.adoc:2").hasMessageContaining("':minutes: 45'");
    }
}
