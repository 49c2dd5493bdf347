package insideinformer.conformance.replay;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.trace.Trace;
import insideinformer.conformance.trace.TraceFiles;
import insideinformer.conformance.trace.UnreadableTraceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The port gives every answer that the real client-go gave; one test a trace. */
class RecordingsTest {

    private final Replayer replayer = new Replayer(Duration.ofSeconds(5));

    @TestFactory
    Stream<DynamicContainer> the_port_gives_the_recorded_answers() throws IOException {
        return TraceFiles.below(Path.of("recordings")).stream().map(file -> DynamicContainer.dynamicContainer(
                file.getFileName().toString(), Recordings.lines(file).stream().map(this::test)));
    }

    private DynamicTest test(String line) {
        try {
            Trace trace = Trace.parse(line);
            return DynamicTest.dynamicTest(trace.name(), () -> assertThat(replayer.replay(trace))
                    .as("make conformance shows the same difference; the catalogue's rows say what is meant")
                    .isEqualTo(new ReplayOutcome.Same(trace.steps().size())));
        } catch (UnreadableTraceException e) {
            return DynamicTest.dynamicTest("an unreadable line", () -> {
                throw e;
            });
        }
    }
}
