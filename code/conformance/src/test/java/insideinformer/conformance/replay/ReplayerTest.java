package insideinformer.conformance.replay;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.subject.TraceSubject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.Trace;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReplayerTest {

    private final Replayer replayer = new Replayer(Duration.ofMillis(200));
    private volatile boolean over;

    /** A port that runs and never waits. */
    private final class Spinning implements TraceSubject, TraceSubject.UnderTest {

        @Override
        public String name() {
            return "spinning";
        }

        @Override
        public Set<String> optionalRows() {
            return Set.of();
        }

        @Override
        public Optional<String> word(Throwable failure) {
            return Optional.empty();
        }

        @Override
        public UnderTest make(JsonNode config) {
            return this;
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) {
            while (!over) {
                Thread.onSpinWait();
            }
            return null;
        }

        @Override
        public JsonNode state() {
            return Difference.object();
        }
    }

    @Test
    void a_port_that_never_waits_is_a_difference_and_so_is_every_trace_that_cannot_be_begun_because_of_it()
            throws Exception {
        Trace busy = Trace.parse("{\"format\":1,\"subject\":\"spinning\",\"name\":\"busy\",\"steps\":[{\"op\":\"spin\"}]}");
        Trace next = Trace.parse("{\"format\":1,\"subject\":\"keys\",\"name\":\"next\",\"steps\":[]}");

        try {
            assertThat(replayer.replay(busy, new Spinning())).isInstanceOfSatisfying(ReplayOutcome.Differs.class, differs ->
                    assertThat(differs.difference().actual().stringValue()).startsWith("none within "));
            assertThat(replayer.replay(next)).isInstanceOfSatisfying(ReplayOutcome.Differs.class, differs ->
                    assertThat(differs.difference().actual().stringValue())
                            .isEqualTo("not begun: a thread of busy runs and never waits"));
        } finally {
            over = true;
        }
    }
}
