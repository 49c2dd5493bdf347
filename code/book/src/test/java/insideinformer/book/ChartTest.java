package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class ChartTest {

    private static final String FIGURES = """
            # Figures

            | command | what it does |
            |---|---|
            | `make bench` | measures |

            | | pods | sync, s |
            |---|---:|---:|
            | ours | 10 | 1 |
            | other | 10 | 2.50 |
            | ours | 1,000 | 100 |
            | other | 100 | 10 |

            | | pods | sync, s |
            |---|---:|---:|
            | ours | 10 | 77 |
            """;

    @Test
    void a_line_goes_through_the_figures_of_its_rows_in_the_first_table_that_has_the_column() throws Exception {
        Element svg = Html.fragment(Chart.of(FIGURES, "sync-s", List.of("ours", "other")).svg("How long"));

        assertThat(svg.select("path[fill=none]").eachAttr("d")).containsExactly(
                "M84.0 300.0L520.0 16.0", // 1 and 100, the ends of both axes
                "M84.0 243.5L302.0 158.0"); // 10 is the middle of 1 and 100, and 100 that of 10 and 1,000
        assertThat(svg.select("circle")).hasSize(4);
        assertThat(svg.select("text").eachText())
                .containsExactly("1", "2", "5", "10", "20", "50", "100", "10", "100", "1,000", "pods", "sync, s", "ours", "other");
        assertThat(svg.select("svg").attr("aria-label")).startsWith("How long.");
        assertThat(svg.select("[fill^=#], [stroke^=#]")).as("colors that do not follow light and dark").isEmpty();
    }

    @Test
    void the_same_figures_stand_in_a_table() throws Exception {
        Element table = Html.fragment(Chart.of(FIGURES, "sync-s", List.of("ours", "other")).words());

        assertThat(table.select("tr").eachText()).containsExactly(
                "sync, s 10 pods 100 pods 1,000 pods", "ours 1 not measured 100", "other 2.5 10 not measured");
    }

    @Test
    void a_column_or_a_row_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Chart.of(FIGURES, "peak-mb", List.of("ours")))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("a column peak-mb");
        assertThatThrownBy(() -> Chart.of(FIGURES, "sync-s", List.of("theirs")))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("two rows of 'theirs'");
        assertThatThrownBy(() -> Chart.of(FIGURES.replace("2.50", "fast"), "sync-s", List.of("other")))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("'fast'");
    }
}
