package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {

    @TempDir
    Path chapters;

    @Test
    void a_page_is_written_once_its_file_is_there() throws IOException {
        Files.writeString(chapters.resolve("03-delta-fifo.adoc"), "= DeltaFIFO");

        Contents contents = Contents.load(chapters);

        assertThat(contents.entry("03-delta-fifo")).get().extracting(Contents.Entry::written).isEqualTo(true);
        assertThat(contents.entry("04-reflector")).get().extracting(Contents.Entry::written).isEqualTo(false);
    }

    @Test
    void before_and_after_skip_what_is_still_to_come() throws IOException {
        for (String slug : List.of("00-one-objects-journey", "03-delta-fifo", "glossary")) {
            Files.writeString(chapters.resolve(slug + ".adoc"), "= x");
        }

        Contents contents = Contents.load(chapters);

        assertThat(contents.after("index")).get().extracting(Contents.Entry::slug).isEqualTo("00-one-objects-journey");
        assertThat(contents.before("03-delta-fifo")).get().extracting(Contents.Entry::slug).isEqualTo("00-one-objects-journey");
        assertThat(contents.after("03-delta-fifo")).get().extracting(Contents.Entry::slug).isEqualTo("glossary");
        assertThat(contents.after("glossary")).isEmpty();
        assertThat(contents.before("00-one-objects-journey")).isEmpty();
    }

    @Test
    void every_chapter_module_leads_to_its_chapter() {
        Contents contents = Contents.load(chapters);

        assertThat(contents.chapterOf("ch03-delta-fifo")).get().extracting(Contents.Entry::slug).isEqualTo("03-delta-fifo");
        assertThat(contents.chapterOf("apiserver")).get().extracting(Contents.Entry::slug).isEqualTo("appendix-api-server");
        assertThat(contents.chapterOf("lab")).isEmpty();
    }
}
