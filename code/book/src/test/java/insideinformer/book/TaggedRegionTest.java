package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaggedRegionTest {

    private static final Path FILE = Path.of("Pod.java");

    @Test
    void a_region_is_moved_to_the_margin_and_knows_its_lines() {
        List<String> text = "class Pod {\n    // tag::run[]\n    void run() {\n        go();\n    }\n    // end::run[]\n}".lines().toList();

        Include region = TaggedRegion.cut(FILE, text, "run").orElseThrow();

        assertThat(region.lines()).containsExactly("void run() {", "    go();", "}");
        assertThat(region.from()).isEqualTo(3);
        assertThat(region.to()).isEqualTo(5);
    }

    @Test
    void markers_of_other_regions_inside_are_not_shown() {
        List<String> text = List.of("// tag::a[]", "one", "// tag::b[]", "two", "// end::b[]", "three", "// end::a[]");

        assertThat(TaggedRegion.cut(FILE, text, "a").orElseThrow().lines()).containsExactly("one", "two", "three");
        assertThat(TaggedRegion.cut(FILE, text, "b").orElseThrow().lines()).containsExactly("two");
    }

    @Test
    void a_region_in_two_parts_is_joined() {
        List<String> text = List.of("// tag::a[]", "one", "// end::a[]", "hidden", "// tag::a[]", "two", "// end::a[]");

        assertThat(TaggedRegion.cut(FILE, text, "a").orElseThrow().lines()).containsExactly("one", "two");
    }

    @Test
    void a_region_that_is_missing_or_never_closed_is_none() {
        assertThat(TaggedRegion.cut(FILE, List.of("one"), "a")).isEmpty();
        assertThat(TaggedRegion.cut(FILE, List.of("// tag::a[]", "one"), "a")).isEmpty();
    }
}
