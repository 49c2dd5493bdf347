package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void file() {
        file = folder.resolve(".progress.json");
    }

    @Test
    void each_change_is_on_disk_at_once() {
        Progress progress = new Progress(file);
        progress.enter(Fixtures.LAMPS);
        progress.hinted(Fixtures.LAMPS, 2);
        progress.checked(Fixtures.LAMPS, false, NOW.minusSeconds(60));
        progress.checked(Fixtures.LAMPS, true, NOW);

        Progress read = new Progress(file);
        assertThat(read.current()).isEqualTo("count-the-lamps");
        assertThat(read.of(Fixtures.LAMPS)).isEqualTo(new Progress.Entry(NOW, 2, 2));
        assertThat(read.isSolved(Fixtures.QUESTIONS)).isFalse();
    }

    @Test
    void what_was_solved_stays_solved_until_it_is_forgotten() {
        Progress progress = new Progress(file);
        progress.checked(Fixtures.LAMPS, true, NOW);
        progress.checked(Fixtures.LAMPS, false, NOW.plusSeconds(1));
        progress.checked(Fixtures.LAMPS, true, NOW.plusSeconds(2));
        assertThat(progress.of(Fixtures.LAMPS).solved()).isEqualTo(NOW);

        progress.forget(Fixtures.LAMPS);
        assertThat(new Progress(file).isSolved(Fixtures.LAMPS)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"current\": \"a\"}"})
    void a_file_that_cannot_be_read_is_named_with_the_remedy(String content) throws IOException {
        Files.writeString(file, content);

        assertThatThrownBy(() -> new Progress(file)).isInstanceOf(CourseException.class)
                .hasMessageContaining(file.toString()).hasMessageContaining("Delete the file");
    }
}
