package insideinformer.course;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchingTest {

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

    private Path file;

    @BeforeEach
    void file() throws IOException {
        file = Files.writeString(folder.resolve("A.java"), "1");
    }

    private Watching watching(Context context, String typed) {
        return new Watching(folder, new Typing(new ByteArrayInputStream(typed.getBytes(UTF_8))), context,
                Clock.system());
    }

    @Test
    void a_save_is_noticed_also_one_before_the_wait() throws Exception {
        Watching watching = watching(Context.background(), "");
        Watching.State before = watching.state();

        save(2);
        assertThat(watching.await(before)).isEqualTo(new Watching.Noticed.Saved());

        Watching.State then = watching.state();
        Thread.ofVirtual().start(() -> save(3));
        assertThat(watching.await(then)).isEqualTo(new Watching.Noticed.Saved());
    }

    /** In one step, from outside the folder, and at a time of its own: two saves may follow within a clock tick. */
    private void save(int content) {
        try {
            Path next = Files.writeString(elsewhere.resolve("A.java"), "" + content);
            Files.setLastModifiedTime(next, FileTime.fromMillis(content * 1000L));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void each_typed_line_is_noticed_and_the_end_of_the_input_is_not() throws Exception {
        Watching watching = watching(Context.background(), " h \n\n");
        Watching.State before = watching.state();

        assertThat(watching.await(before)).isEqualTo(new Watching.Noticed.Typed("h"));
        assertThat(watching.await(before)).isEqualTo(new Watching.Noticed.Typed(""));
        save(2);
        assertThat(watching.await(before)).isEqualTo(new Watching.Noticed.Saved());
    }

    @Test
    void without_a_keyboard_saves_are_noticed_all_the_same() throws Exception {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("no terminal");
            }
        };
        Watching watching = new Watching(folder, new Typing(broken), Context.background(), Clock.system());
        Watching.State before = watching.state();
        save(2);

        assertThat(watching.await(before)).isEqualTo(new Watching.Noticed.Saved());
    }

    /** Emacs marks a file that it edits with such a link. */
    @Test
    void a_link_that_leads_nowhere_is_no_file() throws Exception {
        Watching watching = watching(Context.background(), "");
        Watching.State before = watching.state();
        try {
            Files.createSymbolicLink(folder.resolve(".#A.java"), Path.of("learner@lantern.4711"));
        } catch (UnsupportedOperationException | FileSystemException e) {
            Assumptions.abort("no links here: " + e);
        }

        assertThat(watching.state()).isEqualTo(before);
    }

    @Test
    void the_end_of_the_context_ends_it() throws Exception {
        try (var context = Context.background().withCancel()) {
            Watching watching = watching(context, "");
            Watching.State before = watching.state();
            Thread.ofVirtual().start(context::cancel);

            assertThat(watching.await(before)).isEqualTo(new Watching.Noticed.Ended());
        }
    }
}
