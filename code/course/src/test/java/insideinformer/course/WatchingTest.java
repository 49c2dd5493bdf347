package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchingTest {

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

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

    /** In one step, from outside the folder, and at a time of its own: two saves may follow within a clock tick. */
    private void save(Path file, int content) {
        try {
            Path next = Files.writeString(elsewhere.resolve("A.java"), "" + content);
            Files.setLastModifiedTime(next, FileTime.fromMillis(content * 1000L));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Emacs marks a file that it edits with such a link. */
    @Test
    void a_link_that_leads_nowhere_is_no_file() throws Exception {
        try {
            Files.createSymbolicLink(folder.resolve(".#A.java"), Path.of("learner@lantern.4711"));
        } catch (UnsupportedOperationException | FileSystemException e) {
            Assumptions.abort("no links here: " + e);
        }
        List<String> seen = new ArrayList<>();

        new Watching(folder, Context.background(), Clock.system()).atEachSave(() -> {
            seen.add("checked");
            return false;
        });

        assertThat(seen).containsExactly("checked");
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
