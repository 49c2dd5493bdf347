package insideinformer.controller;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.reflector.ListWatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A wrong argument is refused at once, with a message that names it and says what to give instead. */
class ControllerWrongUseTest {

    private final DeltaFIFO<ConfigMap> queue = new DeltaFIFO<>(DeltaFIFOOptions.<ConfigMap>builder().build());
    private final ListWatch<ConfigMap> source = new ListWatch<>((c, o) -> null, (c, o) -> null);

    @Test
    void a_controller_needs_a_queue_a_source_and_something_to_do() {
        assertThatThrownBy(() -> Config.of(null, source, (deltas, initial) -> {}, ConfigMap.class))
                .isInstanceOf(NullPointerException.class).hasMessageStartingWith("queue is null; give");
        assertThatThrownBy(() -> Config.of(queue, null, (deltas, initial) -> {}, ConfigMap.class))
                .isInstanceOf(NullPointerException.class).hasMessageStartingWith("listerWatcher is null; give");
        assertThatThrownBy(() -> Config.of(queue, source, null, ConfigMap.class))
                .isInstanceOf(NullPointerException.class).hasMessageStartingWith("process is null; give");
    }

    @Test
    void an_informer_needs_a_handler_and_no_negative_period() {
        assertThatThrownBy(() -> InformerOptions.of(source, ConfigMap.class, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("handler is null; give the handler that is to be told");
        ResourceEventHandlerFuncs<ConfigMap> handler = new ResourceEventHandlerFuncs<>(null, null, null);
        assertThatThrownBy(() -> InformerOptions.of(source, ConfigMap.class, handler)
                        .withResyncPeriod(Duration.ofSeconds(-2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("resync period is PT-2S; give zero for no resync, or a positive period");
    }

    @Test
    void a_queue_needs_a_key_function_and_known_objects() {
        assertThatThrownBy(() -> DeltaFIFOOptions.<ConfigMap>builder().keyFunction(null).build())
                .isInstanceOf(NullPointerException.class).hasMessageStartingWith("keyFunction is null; give one");
        assertThatThrownBy(() -> DeltaFIFOOptions.<ConfigMap>builder().knownObjects(null).build())
                .isInstanceOf(NullPointerException.class).hasMessageStartingWith("knownObjects is null; give");
    }
}
