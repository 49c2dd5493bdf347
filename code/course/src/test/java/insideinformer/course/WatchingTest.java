package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchingTest {

    @TempDir
    private Path folder;

    @Test
    void the_action_runs_at_once_and_again_after_each_save_until_it_is_done() throws Exception {
        Path file = Files.writeString(folder.resolve("A.java"), "1");
        List<String> seen = new ArrayList<>();

        new Watching(folder, Context.background(), Clock.system()).atEachSave(() -> {
            seen.add(Files.readString(file));
            Thread editor = Thread.ofVirtual().unstarted(() -> save(file, seen.size() + 1));
            if (seen.size() < 3) {
                editor.start();
            }
            return seen.size() < 3;
        });

        assertThat(seen).containsExactly("1", "2", "3");
    }

    private static void save(Path file, int content) {
        try {
            Path next = Files.writeString(file.resolveSibling("A.java~" + content), "" + content);
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_end_of_the_context_ends_it() throws Exception {
        try (var context = Context.background().withCancel()) {
            List<String> seen = new ArrayList<>();

            new Watching(folder, context, Clock.system()).atEachSave(() -> {
                seen.add("checked");
                context.close();
                return true;
            });

            assertThat(seen).containsExactly("checked");
        }
    }
}
