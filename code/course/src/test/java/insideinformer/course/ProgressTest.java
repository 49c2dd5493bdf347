package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        progress.hinted(Fixtures.LAMPS, 3);
        progress.hinted(Fixtures.LAMPS, 3);
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

    @Test
    void a_change_keeps_what_another_terminal_did_since_the_last_look() {
        Progress watching = new Progress(file);
        watching.enter(Fixtures.LAMPS);

        Progress other = new Progress(file);
        other.hinted(Fixtures.LAMPS, 3);
        other.checked(Fixtures.QUESTIONS, true, NOW);
        watching.checked(Fixtures.LAMPS, false, NOW);

        assertThat(new Progress(file).of(Fixtures.LAMPS)).isEqualTo(new Progress.Entry(null, 1, 1));
        assertThat(new Progress(file).isSolved(Fixtures.QUESTIONS)).isTrue();
        other.forget(Fixtures.QUESTIONS);
        assertThat(watching.isSolved(Fixtures.QUESTIONS)).isFalse();
    }

    @Test
    void no_change_of_many_processes_and_threads_is_lost() throws Exception {
        int processes = 4;
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            all.add(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                    Changing.class.getName(), file.toString()).inheritIO().start());
        }

        for (Process process : all) {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("the process ends").isTrue();
            assertThat(process.exitValue()).isZero();
        }

        int changes = processes * Changing.THREADS * Changing.CHECKS;
        assertThat(new Progress(file).of(Fixtures.LAMPS)).isEqualTo(new Progress.Entry(NOW, changes, changes));
        assertThat(new Progress(file).of(Fixtures.QUESTIONS)).isEqualTo(new Progress.Entry(null, 0, changes));
    }

    /** One of the processes: many checks and hints from two threads. */
    static final class Changing {

        static final int THREADS = 2;
        static final int CHECKS = 20;

        public static void main(String[] args) throws InterruptedException {
            Progress progress = new Progress(Path.of(args[0]));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    for (int n = 0; n < CHECKS; n++) {
                        progress.checked(Fixtures.LAMPS, true, NOW);
                        progress.hinted(Fixtures.LAMPS, Integer.MAX_VALUE);
                        progress.checked(Fixtures.QUESTIONS, false, NOW);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"current\": \"a\"}", "{\"exercises\": {\"a\": null}}"})
    void a_damaged_file_is_named_with_the_remedy_in_one_sentence_and_is_not_written_over(String content)
            throws IOException {
        Files.writeString(file, content);
        Progress progress = new Progress(file);

        assertThatThrownBy(progress::current).isInstanceOf(CourseException.class)
                .hasMessage("Your progress in " + file + " is damaged: delete this file to start with an empty one "
                        + "(your code stays where it is).");
        assertThatThrownBy(() -> progress.enter(Fixtures.LAMPS)).isInstanceOf(CourseException.class);
        assertThat(file).hasContent(content);
    }
}
