package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceIndexTest {

    @TempDir
    Path code;

    @Test
    void a_class_comment_tells_which_go_symbol_the_class_ports() throws IOException {
        write("ch03-delta-fifo/src/main/java/a/DeltaFIFO.java", """
                package a;
                /**
                 * Keeps each object's changes together.
                 *
                 * <p>Upstream: {@code tools/cache/delta_fifo.go},
                 * {@code DeltaFIFO}.
                 */
                @SuppressWarnings("x")
                public final class DeltaFIFO<T> {
                    /** Hands out. Upstream: {@code DeltaFIFO.Pop}. */
                    @Override
                    public PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException {
                        return null;
                    }
                }
                """);

        List<SourceIndex.Upstream> upstream = SourceIndex.scan(code).upstream();

        assertThat(upstream).extracting(SourceIndex.Upstream::symbol).containsExactly("DeltaFIFO", "DeltaFIFO.pop");
        assertThat(upstream).extracting(SourceIndex.Upstream::go)
                .containsExactly("`tools/cache/delta_fifo.go`, `DeltaFIFO`", "`DeltaFIFO.Pop`");
    }

    @Test
    void a_member_is_found_where_it_is_declared_and_not_where_it_is_called() throws IOException {
        write("m/src/main/java/a/A.java", """
                package a;
                class A {
                    void first() {
                        pop(3);
                        return pop(4);
                    }
                    <T extends B> PopResult<T> pop(int i) {
                        return null;
                    }
                }
                """);

        SourceIndex.JavaFile file = SourceIndex.scan(code).type("A").orElseThrow();

        assertThat(file.lineOf("pop")).isEqualTo(7);
        assertThat(file.lineOf("push")).isZero();
        assertThat(file.declarationLine()).isEqualTo(2);
    }

    @Test
    void tests_and_types_are_told_apart() throws IOException {
        write("m/src/main/java/a/A.java", "package a; class A {}");
        write("m/src/test/java/a/ATest.java", "package a; class ATest {}");

        SourceIndex index = SourceIndex.scan(code);

        assertThat(index.type("A")).isPresent();
        assertThat(index.type("ATest")).isEmpty();
        assertThat(index.test("ATest")).get().extracting(SourceIndex.JavaFile::module).isEqualTo("m");
    }

    @Test
    void a_name_that_two_modules_use_names_neither() throws IOException {
        write("a/src/main/java/a/Main.java", "package a; class Main {}");
        write("b/src/main/java/b/Main.java", "package b; class Main {}");

        SourceIndex index = SourceIndex.scan(code);

        assertThat(index.type("Main")).isEmpty();
        assertThat(index.all()).hasSize(2).extracting(SourcePages::href).doesNotHaveDuplicates();
    }

    @Test
    void the_comment_of_a_package_is_named_after_the_package_and_has_a_page_of_its_own() throws IOException {
        write("m/src/main/java/a/b/package-info.java", "/** Upstream: {@code tools/b}. */\n@NullMarked\npackage a.b;\n");
        write("m/src/main/java/a/c/package-info.java", "/** A tour. */\npackage a.c;\n");

        SourceIndex index = SourceIndex.scan(code);

        assertThat(index.upstream()).extracting(SourceIndex.Upstream::symbol).containsExactly("a.b");
        assertThat(index.all()).extracting(SourcePages::href).containsExactlyInAnyOrder("source/m-a.b.html", "source/m-a.c.html");
    }

    @Test
    void no_code_is_no_failure() {
        assertThat(SourceIndex.scan(code.resolve("nowhere")).all()).isEmpty();
    }

    private void write(String path, String text) throws IOException {
        Path file = code.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
