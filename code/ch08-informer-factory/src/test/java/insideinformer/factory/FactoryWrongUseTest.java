package insideinformer.factory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.testing.informers.FakeCluster;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A wrong argument is refused at once, with a message that names it and says what to give instead. */
class FactoryWrongUseTest {

    @Test
    void a_factory_needs_a_client_and_no_negative_period() {
        assertThatThrownBy(() -> new SharedInformerFactory(null, Duration.ZERO, FactoryOptions.DEFAULT))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("client is null; give the one that reaches the server");
        assertThatThrownBy(() -> new SharedInformerFactory(
                        new FakeCluster(), Duration.ofSeconds(-1), FactoryOptions.DEFAULT.withClock(new FakeClock())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("resync period is PT-1S; give zero for no resync, or a positive period");
        assertThatThrownBy(() -> FactoryOptions.DEFAULT.withCustomResync(ApiResource.PODS, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("resync period of pods is PT-1S; give zero for no resync, or a positive period");
    }
}
