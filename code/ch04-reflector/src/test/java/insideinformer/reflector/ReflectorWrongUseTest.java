package insideinformer.reflector;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who asks for something wrong is told at once what it was and what to do instead. */
class ReflectorWrongUseTest {

    private final ReflectorHarness harness = new ReflectorHarness();

    @Test
    void a_reflector_needs_something_to_read_from_and_something_to_fill() {
        assertThatThrownBy(() -> new Reflector<>(null, ConfigMap.class, harness.store, harness.options))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("listerWatcher is null; give the one to read from");
        assertThatThrownBy(() -> new Reflector<>(harness.source, ConfigMap.class, null, harness.options))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("store is null; give the one to keep like the server");
    }

    @Test
    void periods_and_sizes_are_not_negative() {
        assertThatThrownBy(() -> ReflectorOptions.defaults().withResync(Duration.ofSeconds(-1), () -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("resync period PT-1S is negative; zero means never");
        assertThatThrownBy(() -> ReflectorOptions.defaults().withWatchListPageSize(-5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("page size -5 is negative; zero means the default");
    }
}
