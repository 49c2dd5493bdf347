package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MutationInInformerTest {

    private static final SharedIndexInformerOptions<Note> OPTIONS =
            SharedIndexInformerOptions.resyncing(Duration.ZERO);

    /** Records whether an object was in the store when it was registered. */
    private static final class Registrar implements MutationDetector<Note> {

        final List<String> registered = new CopyOnWriteArrayList<>();
        SharedIndexInformer<Note> informer;

        @Override
        public void addObject(Note obj) {
            boolean stored = informer.getStore().list().contains(obj);
            registered.add(obj.metadata().name() + "@" + obj.metadata().resourceVersion() + (stored ? " stored" : ""));
        }

        @Override
        public void run(Context context) {}
    }

    @Test
    @Spec("MD-09")
    void added_and_updated_objects_are_registered_between_the_store_and_the_handlers_and_deleted_ones_are_not()
            throws Exception {
        FakeControllerSource<Note> source = new FakeControllerSource<>(Note::withMetadata);
        Registrar registrar = new Registrar();
        SharedIndexInformer<Note> informer = new DefaultSharedIndexInformer<>(
                source, Note.class, OPTIONS.withClock(new FakeClock()), registrar);
        registrar.informer = informer;
        List<String> registeredBefore = new CopyOnWriteArrayList<>(); // before each call of the handler
        RecordingHandler<Note> recorder = new RecordingHandler<>();
        informer.addEventHandler(recorder);
        informer.addEventHandler(new ResourceEventHandlerFuncs<>(
                note -> registeredBefore.addAll(registrar.registered), null, null));
        source.add(Note.named("ada"));

        try (RunningInformer running = RunningInformer.start(informer)) {
            source.awaitWatchCalls(1);
            source.modify(Note.named("ada"));
            source.delete(Note.named("ada"));
            recorder.awaitEvent("delete n/ada@3");
        }

        assertThat(registrar.registered).containsExactly("ada@1 stored", "ada@2 stored");
        assertThat(registeredBefore).as("the add was registered before it was handed out").startsWith("ada@1 stored");
    }

    /** A program that shares objects and has a handler that changes one. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) {
            FakeControllerSource<Note> source = new FakeControllerSource<>(Note::withMetadata);
            source.add(Note.named("ada"));
            SharedIndexInformer<Note> informer =
                    SharedIndexInformer.of(source, Note.class, OPTIONS.withClock(Clock.system()));
            informer.addEventHandler(new ResourceEventHandlerFuncs<>(
                    note -> note.labels().put("tier", "db"), null, null));
            Context context = Context.background().withTimeout(Duration.ofSeconds(50), Clock.system());
            informer.run(context);
        }
    }

    @Test
    @Spec({"SI-59", "G3"})
    void a_program_whose_handler_changes_an_object_ends_if_it_was_started_with_the_detector_on() throws Exception {
        Process detecting = program("true");
        String log = new String(detecting.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(detecting.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(log).contains("cache Note: n/ada was changed by somebody").contains("cache Note modified");
        assertThat(detecting.exitValue()).isEqualTo(2);
    }

    private static Process program(String wanted) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-cp", System.getProperty("java.class.path"), Program.class.getName());
        builder.environment().put("KUBE_CACHE_MUTATION_DETECTOR", wanted);
        return builder.start();
    }
}
