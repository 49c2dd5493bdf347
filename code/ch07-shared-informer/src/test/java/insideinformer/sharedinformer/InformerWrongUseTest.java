package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A wrong argument is refused at once, with a message that names it and says what to give instead. */
class InformerWrongUseTest {

    private static final SharedIndexInformerOptions<ConfigMap> OPTIONS =
            SharedIndexInformerOptions.resyncing(Duration.ZERO);

    private final SharedIndexInformer<ConfigMap> informer = Fixtures.informer(Fixtures.source(), Duration.ZERO);

    @Test
    void an_informer_needs_something_to_read_from_and_a_type() {
        assertThatThrownBy(() -> SharedIndexInformer.of(null, ConfigMap.class, OPTIONS))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("listerWatcher is null; give the one to read from");
        assertThatThrownBy(() -> SharedIndexInformer.of(Fixtures.source(), null, OPTIONS))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void a_handler_a_transform_and_an_error_handler_are_not_null() {
        assertThatThrownBy(() -> informer.addEventHandler(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("handler is null; give the handler that is to be told");
        assertThatThrownBy(() -> informer.setTransform(null))
                .isInstanceOf(NullPointerException.class).hasMessage("transform is null; to change nothing, set none");
        assertThatThrownBy(() -> informer.setWatchErrorHandler(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("watch error handler is null; for the default one, set none");
    }

    @Test
    @Spec("SI-27")
    void a_period_is_not_negative_wherever_it_is_asked_for() {
        Duration negative = Duration.ofSeconds(-3);
        String told = "resync period is PT-3S; give zero for no resync, or a positive period";

        assertThatThrownBy(() -> SharedIndexInformerOptions.<ConfigMap>resyncing(negative))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(told);
        assertThatThrownBy(() -> informer.addEventHandlerWithResyncPeriod(new RecordingHandler<>(), negative))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(told);
    }

    @Test
    @Spec("SI-49")
    void what_is_removed_must_have_come_from_an_informer() {
        assertThatThrownBy(() -> informer.removeEventHandler(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid handle null; give what addEventHandler has returned");
        assertThatThrownBy(() -> informer.shutDownEventHandler(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void indexers_may_come_after_the_start_and_their_names_are_given_once() throws Exception {
        try (Rig rig = new Rig(Duration.ZERO)) {
            rig.runUntilSynced();

            assertThatCode(() -> rig.informer.addIndexers(Map.of("late", object -> List.of("x"))))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> rig.informer.addIndexers(Map.of("late", object -> List.of("y"))))
                    .hasMessageContaining("late");
        }
    }
}
