package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.bookmark;
import static insideinformer.reflector.ScriptedSource.configMap;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListMeta;
import insideinformer.client.RestClient;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of the context is no failure: nobody is told of one, wherever the Reflector is. */
class ReflectorStopTest {

    private final ReflectorHarness harness = new ReflectorHarness();

    @AfterEach
    void stop() throws InterruptedException {
        harness.close();
    }

    static Stream<Arguments> places() {
        return Stream.of(
                place("in a list", false, h -> h.source.thenList(context -> {
                    throw cutOff(h);
                })),
                place("in a list's second page", false, h -> h.source.thenPage("10", "more", configMap("a", "1"))
                        .thenList(context -> {
                            throw cutOff(h);
                        })),
                place("in the list that follows an expired one", false, h -> h.source
                        .thenListFails(status(410, "Expired"))
                        .thenList(context -> {
                            throw cutOff(h);
                        })),
                place("while a watch is opened", false, h -> h.source.thenList("10").thenWatch(() -> {
                    throw cutOff(h);
                })),
                place("while a watch is refused", false, h -> h.source.thenList("10").thenWatch(() -> {
                    h.cancel();
                    throw status(429, "TooManyRequests");
                })),
                place("while a second watch is opened", false, h -> h.source.thenList("10").thenWatch(bookmark("11"))
                        .thenWatch(() -> {
                            throw cutOff(h);
                        })),
                place("while a watch is read", false, h -> h.source.thenList("10")
                        .thenWatch(bookmark("11"), (Runnable) h::cancel)),
                place("while a watch is read that has sent nothing yet", false, h -> h.source.thenList("10")
                        .thenWatch((Runnable) h::cancel)),
                place("while a stream of the state is opened", true, h -> h.source.thenWatch(() -> {
                    throw cutOff(h);
                })),
                place("while a stream of the state is put off", true, h -> h.source.thenWatch(() -> {
                    h.cancel();
                    throw status(429, "TooManyRequests");
                })),
                place("while a stream of the state is read", true, h -> h.source
                        .thenWatch(bookmark("11"), (Runnable) h::cancel)));
    }

    private static Arguments place(String name, boolean watchList, Consumer<ReflectorHarness> script) {
        return Arguments.of(name, watchList, script);
    }

    private static IOException cutOff(ReflectorHarness harness) {
        harness.cancel();
        return new IOException("cut off: the context has ended");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void a_stop_is_told_to_no_error_handler_and_in_no_loud_line(
            String name, boolean watchList, Consumer<ReflectorHarness> script) throws Exception {
        harness.clock.neverFires = Duration.ofSeconds(10); // of the streams' warnings
        List<Throwable> told = new CopyOnWriteArrayList<>();
        harness.options = harness.options.withWatchList(watchList).withWatchErrorHandler((reflector, error) -> {
            told.add(error);
            WatchErrorHandler.DEFAULT.handle(reflector, error);
        });
        script.accept(harness);

        String log = CapturedLog.during(() -> {
            harness.start();
            harness.join();
        });

        assertThat(told).isEmpty();
        assertThat(log).doesNotContain("ERROR").doesNotContain("WARN");
        assertThat(harness.crash.get()).isNull();
        assertThat(harness.journal.lines().stream().filter(line -> line.startsWith("list") || line.startsWith("watch")))
                .as("requests are no longer made").hasSizeLessThan(5);
    }

    @Test
    void a_refusal_by_the_server_is_told_to_the_error_handler_even_if_it_comes_with_the_stop() throws Exception {
        harness.source.thenList("10").thenWatch(() -> {
            harness.cancel();
            throw status(403, "Forbidden");
        });

        harness.start();
        harness.join();

        assertThat(harness.journal.lines()).containsSubsequence("watch 10", "handler Forbidden");
    }

    @Test
    void an_interrupt_during_a_list_leaves_no_thread_behind_if_the_lister_looks_at_its_context() throws Exception {
        CompletableFuture<Thread> lister = new CompletableFuture<>();
        harness.source.thenList(context -> {
            lister.complete(Thread.currentThread());
            context.await();
            throw new IOException("cut off: the context has ended");
        });
        harness.start();
        Thread listing = lister.get();

        harness.interrupt();
        harness.join();

        assertThat(listing.join(Duration.ofSeconds(5))).as("the list's thread ended").isTrue();
        assertThat(harness.stillInterrupted).as("the interrupt is kept for the caller of run").isTrue();
    }

    @Test
    @Spec("RF-41")
    void a_list_that_is_answered_at_the_moment_at_which_the_context_ends_is_dropped() throws Exception {
        CompletableFuture<Thread> lister = new CompletableFuture<>();
        CountDownLatch ended = new CountDownLatch(1);
        harness.source.thenList(context -> {
            lister.complete(Thread.currentThread());
            ended.await();
            return new KubernetesList<>(new ListMeta("10", null, null, Map.of()), List.of());
        });
        harness.beforeTheReflectorHearsOfTheEnd = () -> { // the context has ended, and the Reflector still waits
            ended.countDown();
            joinQuietly(lister.join()); // until the answer is there
        };
        harness.start();
        lister.get();

        harness.stop();

        assertThat(harness.journal.lines()).noneMatch(line -> line.startsWith("replace"));
        assertThat(harness.reflector().lastSyncResourceVersion()).isEmpty();
    }

    private static void joinQuietly(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_stop_while_a_server_does_not_answer_is_told_to_nobody(boolean watchList) throws Exception {
        List<Throwable> told = new CopyOnWriteArrayList<>();
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                RestClient client = new RestClient(URI.create("http://127.0.0.1:" + silent.getLocalPort()));
                Cancellable context = Context.background().withCancel()) {
            Thread server = Thread.ofVirtual().start(() -> {
                try (Socket asked = silent.accept()) {
                    asked.getInputStream().read(); // the request is under way
                    context.cancel();
                } catch (IOException e) {
                    told.add(e);
                }
            });
            Reflector<ConfigMap> reflector = new Reflector<>(
                    client.resource(ApiResource.CONFIG_MAPS), ConfigMap.class, new MirrorStore(),
                    ReflectorOptions.defaults().withName("test").withWatchList(watchList)
                            .withWatchErrorHandler((r, error) -> told.add(error)));

            reflector.run(context);
            server.join();
        }

        assertThat(told).isEmpty();
    }
}
