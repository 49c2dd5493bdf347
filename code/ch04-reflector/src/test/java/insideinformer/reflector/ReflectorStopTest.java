package insideinformer.reflector;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stopping in the middle of whatever the Reflector waits for is no failure. */
class ReflectorStopTest {

    /** Where the source waits until it is told to stop. */
    enum Place {
        LIST, SECOND_PAGE, OPENING_THE_WATCH, READING_THE_WATCH, OPENING_THE_STREAM, READING_THE_STREAM
    }

    /** Blocks at one place until the context ends, and fails then, as a client whose request is cut off. */
    private static final class Blocking implements ListerWatcher<KubernetesObject> {

        private final Place place;
        private final Supplier<IOException> cutOff;
        final CountDownLatch blocked = new CountDownLatch(1);

        Blocking(Place place, Supplier<IOException> cutOff) {
            this.place = place;
            this.cutOff = cutOff;
        }

        private void block(Context context) throws IOException, InterruptedException {
            blocked.countDown();
            context.await();
            throw cutOff.get();
        }

        @Override
        public KubernetesList<KubernetesObject> list(Context context, ListOptions options)
                throws IOException, InterruptedException {
            boolean second = !options.continueToken().isEmpty();
            if (place == Place.LIST || second) {
                block(context);
            }
            String token = place == Place.SECOND_PAGE ? "more" : null;
            return new KubernetesList<>(new ListMeta("10", token, null, Map.of()),
                    List.of(ScriptedSource.configMap("a", "9")));
        }

        @Override
        public Watch<KubernetesObject> watch(Context context, ListOptions options)
                throws IOException, InterruptedException {
            boolean stream = Boolean.TRUE.equals(options.sendInitialEvents());
            if (place == (stream ? Place.OPENING_THE_STREAM : Place.OPENING_THE_WATCH)) {
                block(context);
            }
            CountDownLatch closed = new CountDownLatch(1);
            return new Watch<>() {
                @Override
                public Optional<WatchEvent<KubernetesObject>> take() throws InterruptedException {
                    blocked.countDown();
                    closed.await();
                    return Optional.empty();
                }

                @Override
                public void close() {
                    closed.countDown();
                }
            };
        }

        @Override
        public boolean supportsWatchList() {
            return place == Place.OPENING_THE_STREAM || place == Place.READING_THE_STREAM;
        }
    }

    static List<Arguments> places() {
        List<Arguments> all = new CopyOnWriteArrayList<>();
        List<Supplier<IOException>> failures = List.of(
                () -> new IOException("cut off: the context has ended"),
                () -> new ConnectException("refused"),
                () -> ScriptedSource.status(429, "TooManyRequests"),
                () -> ScriptedSource.status(500, "InternalError"));
        for (Place place : Place.values()) {
            for (Supplier<IOException> failure : failures) {
                all.add(Arguments.of(place, failure));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("places")
    void a_stop_is_not_reported_wherever_the_reflector_waits(Place place, Supplier<IOException> failure)
            throws Exception {
        Blocking source = new Blocking(place, failure);
        Journal journal = new Journal();
        List<Exception> told = new CopyOnWriteArrayList<>();
        // the open stream's warnings would come without end on a clock on which every pause is over at once
        Clock clock = place == Place.READING_THE_STREAM ? new FakeClock() : new EagerClock(journal);
        ReflectorOptions options = ReflectorOptions.defaults().withName("test").withWatchList(true)
                .withClock(clock, new Random(7))
                .withWatchErrorHandler((r, e) -> told.add(e));
        Reflector<KubernetesObject> reflector =
                new Reflector<>(source, ConfigMap.class, new JournalingStore(journal), options);

        String log = CapturedLog.during(() -> {
            try (Cancellable context = Context.background().withCancel()) {
                Thread running = Thread.ofVirtual().start(() -> reflector.run(context));
                source.blocked.await();
                context.cancel();
                running.join();
            }
        });

        assertThat(told).isEmpty();
        assertThat(log.lines()).noneMatch(line -> line.contains("ERROR") || line.contains("WARN"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"added", "modified", "deleted", "bookmark"})
    @Spec("RF-60")
    void an_event_without_a_version_leaves_the_version_known_so_that_no_deletion_is_missed(String type)
            throws Exception {
        try (ReflectorHarness harness = new ReflectorHarness()) {
            WatchEvent<KubernetesObject> event = switch (type) {
                case "added" -> ScriptedSource.added("a", null);
                case "modified" -> ScriptedSource.modified("a", "");
                case "deleted" -> ScriptedSource.deleted("a", null);
                default -> ScriptedSource.bookmark("");
            };
            harness.source.thenList("10").thenWatch(ScriptedSource.added("b", "12"), event);

            List<String> lines = harness.runToEnd();

            assertThat(lines).filteredOn(line -> line.startsWith("watch")).containsExactly("watch 10", "watch 12");
            assertThat(harness.reflector().lastSyncResourceVersion()).isEqualTo("12");
        }
    }
}
