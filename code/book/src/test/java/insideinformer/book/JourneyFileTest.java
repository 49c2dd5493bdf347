package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.lab.Journey;
import java.util.List;
import org.junit.jupiter.api.Test;

class JourneyFileTest {

    private static final String RECORD = """
            {"format": 1, "name": "two", "title": "Two steps", "about": "A pod <waits>.",
             "lanes": ["API server", "Queue", "Store"],
             "steps": [
              {"title": "Before", "text": "Nothing.", "panels": [{"title": "Queue", "rows": [{"key": "cart", "cells": ["Added cart@1"]}]}]},
              {"title": "After", "text": "It moved.", "message": {"from": "Queue", "to": "Store", "text": "add `cart`"},
               "panels": [{"title": "Queue", "rows": []},
                          {"title": "Store", "rows": [{"key": "cart", "cells": ["cart@1"]}]}]}]}
            """;

    @Test
    void a_recording_is_read_whole() throws BookError {
        Journey journey = JourneyFile.parse(RECORD);

        assertThat(journey.lanes()).containsExactly("API server", "Queue", "Store");
        assertThat(journey.steps()).hasSize(2);
        assertThat(journey.steps().get(0).message()).isNull();
        assertThat(journey.steps().get(1).message()).isEqualTo(new Journey.Message("Queue", "Store", "add `cart`"));
        assertThat(journey.steps().get(0).panels().getFirst().rows())
                .containsExactly(new Journey.Row("cart", List.of("Added cart@1")));
    }

    @Test
    void another_format_is_refused_with_its_number() {
        assertThatThrownBy(() -> JourneyFile.parse(RECORD.replace("\"format\": 1", "\"format\": 2")))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("format 2 where 1 is known");
    }

    @Test
    void a_missing_field_is_named() {
        assertThatThrownBy(() -> JourneyFile.parse(RECORD.replace("\"text\": \"It moved.\",", "")))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("lacks title or text of a step");
        assertThatThrownBy(() -> JourneyFile.parse("{")).isInstanceOf(BookError.class).hasMessageContaining("no journey");
    }

    @Test
    void what_is_empty_need_not_be_written() throws BookError {
        Journey journey = JourneyFile.parse(RECORD.replace(", \"rows\": []", ""));

        assertThat(journey.steps().get(1).panels().getFirst().rows()).isEmpty();
    }

    @Test
    void every_step_is_written_out_with_what_changed_in_it() throws BookError {
        String html = JourneyHtml.render(JourneyFile.parse(RECORD), "journey-two");

        assertThat(html).contains("A pod &lt;waits&gt;.");
        assertThat(html.split("<li class=\"journey-step\">", -1)).hasSize(3);
        String after = html.substring(html.indexOf("After"));
        assertThat(after).contains("<li class=\"gone\"><span class=\"key\">cart</span>");
        assertThat(after).contains("<li class=\"added\"><span class=\"key\">cart</span>");
        assertThat(html.substring(0, html.indexOf("After"))).doesNotContain("class=\"added\"");
    }

    @Test
    void a_sequence_has_only_the_lanes_that_take_part_in_the_order_of_the_road() throws BookError {
        Journey journey = JourneyFile.parse(RECORD);

        String plantUml = Sequence.plantUml(journey, journey.steps());

        assertThat(plantUml.lines()).containsExactly(
                "hide footbox",
                "participant \"Queue\" as p1 <<queue>>",
                "participant \"Store\" as p2 <<store>>",
                "p1 -> p2 : add cart");
    }

    @Test
    void parts_of_the_pipeline_have_one_colour_under_all_their_names() {
        assertThat(Lanes.of("DeltaFIFO")).isEqualTo(Lanes.of("Queue")).isEqualTo("queue");
        assertThat(Lanes.of("Work queue")).isEqualTo("work-queue");
        assertThat(Lanes.of("Queue of pods")).isEqualTo("queue");
        assertThat(Lanes.of("kubectl")).isEqualTo("other");
    }
}
