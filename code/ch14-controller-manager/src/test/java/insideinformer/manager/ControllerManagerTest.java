package insideinformer.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.Pod;
import insideinformer.apiserver.ApiServer;
import insideinformer.client.Client;
import insideinformer.client.RestClient;
import insideinformer.factory.FactoryOptions;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.wait.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerManagerTest {

    private static final ControllerManagerOptions DEFAULT = ControllerManagerOptions.DEFAULT;

    private final Cancellable context = Context.background().withCancel();
    private ApiServer server;
    private Client client;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().build().start();
        client = new RestClient(server.uri());
    }

    @AfterEach
    void stop() {
        context.cancel();
        client.close();
        server.close();
    }

    /** A random source that always says the same. */
    private record Fixed(double value) implements RandomGenerator {
        @Override
        public double nextDouble() {
            return value;
        }

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("only fractions are drawn");
        }
    }

    private record Simple(String name, Consumer<Context> body) implements Controller {
        @Override
        public void run(Context context) {
            body.accept(context);
        }
    }

    private static ControllerDescriptor descriptor(String name, Consumer<Context> body) {
        return new ControllerDescriptor(name, List.of(), (context, controllerContext) -> new Simple(name, body));
    }

    private static void untilDone(Context context) {
        try {
            context.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ControllerManager manager(ControllerManagerOptions options, Clock clock, RandomGenerator random,
            ControllerDescriptor... descriptors) {
        return ControllerManager.builder(client, List.of(descriptors)).options(options).clock(clock).random(random)
                .build();
    }

    private CompletableFuture<Boolean> run(ControllerManager manager) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread.ofVirtual().name("test runs manager").start(() -> {
            try {
                result.complete(manager.run(context));
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    // ---- which controllers

    @ParameterizedTest
    @Spec({"CM-02", "CM-03", "W10"})
    @CsvSource({
        "'alpha,bravo,-charlie', bravo, true", "'alpha,bravo,-charlie', charlie, false",
                "'alpha,bravo,-charlie', foxtrot, false",
        "*, alpha, true", "*, delta, false", "'*,-charlie', alpha, true", "'*,-charlie', charlie, false",
        "'*,delta', delta, true", "'-alpha,alpha,*', alpha, false", "'', alpha, false"
    })
    void the_first_entry_that_names_a_controller_decides(String list, String name, boolean on) {
        List<String> controllers = list.isEmpty() ? List.of() : List.of(list.split(","));

        assertThat(ControllerManagerOptions.isControllerEnabled(name, Set.of("delta", "echo"), controllers))
                .isEqualTo(on);
    }

    @Test
    @Spec("CM-05")
    void older_names_become_todays_and_signs_and_order_stay() {
        assertThat(ControllerManagerOptions.canonicalNames(
                List.of("green", "-crimson", "ultramarine", "-pink", "*"), Map.of("crimson", "red", "ultramarine",
                        "blue", "pink", "red")))
                .containsExactly("green", "-red", "blue", "-red", "*");
    }

    @Test
    @Spec({"CM-05", "CM-31"})
    void an_alias_switches_a_controller_off() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        ControllerDescriptor off = new ControllerDescriptor("red-controller", List.of("crimson"), (context, c) -> {
            throw new AssertionError("it is switched off");
        });
        CompletableFuture<Boolean> running = run(manager(DEFAULT.withControllers(List.of("*", "-crimson")),
                Clock.system(),
                new Fixed(0), off, descriptor("blue-controller", c -> {
                    ran.countDown();
                    untilDone(c);
                })));

        ran.await();
        context.cancel();

        assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Spec({"CM-03", "CM-04"})
    void names_that_nobody_has_are_refused_all_at_once() {
        assertThatThrownBy(() -> manager(DEFAULT.withControllers(List.of("*", "-gone-controller", "-*",
                "red-controller")),
                Clock.system(), new Fixed(0), descriptor("red-controller", c -> {})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no controller is called [gone-controller]; known are [red-controller] and * for all");
    }

    @Test
    @Spec("CM-29")
    void the_registry_refuses_what_could_mean_two_controllers() {
        ControllerDescriptor red = new ControllerDescriptor("red-controller", List.of("red"),
                (context, c) -> new Simple("red-controller", d -> {}));

        assertThatThrownBy(() -> manager(DEFAULT, Clock.system(), new Fixed(0), red, red))
                .hasMessageContaining("two controllers are called red-controller");
        assertThatThrownBy(() -> manager(DEFAULT, Clock.system(), new Fixed(0), red,
                new ControllerDescriptor("blue-controller", List.of("red"), red.constructor())))
                        .hasMessageContaining("the alias red");
        assertThatThrownBy(() -> manager(DEFAULT, Clock.system(), new Fixed(0), red,
                new ControllerDescriptor("blue-controller", List.of("red-controller"), red.constructor())))
                        .hasMessageContaining("red-controller");
        for (String name : List.of("", "red", "Red-controller", "red_controller")) {
            assertThatThrownBy(() -> descriptor(name, c -> {})).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("`" + name + "`");
        }
    }

    @Test
    @Spec("CM-29")
    void what_is_known_is_sorted_and_has_the_quota_controller() {
        assertThat(ControllerManager.builder(client, ControllerManager.newControllerDescriptors()).build()
                .knownControllers()).containsExactly("resourcequota-controller");
        assertThat(ControllerManager.newControllerDescriptors().getFirst().aliases()).containsExactly("resourcequota");
    }

    @ParameterizedTest
    @Spec({"CM-06", "W09"})
    @CsvSource({"0, PT12H", "0.5, PT18H", "0.75, PT21H"})
    void a_resync_period_is_drawn_between_the_least_and_twice_that(double random, Duration expected) {
        assertThat(manager(DEFAULT, Clock.system(), new Fixed(random)).resyncPeriod()).isEqualTo(expected);
    }

    // ---- making and starting

    @Test
    @Spec({"CM-30", "CM-32", "W09", "W10", "W11"})
    void all_controllers_are_made_before_an_informer_starts_and_a_failure_ends_it() {
        ControllerDescriptor first = new ControllerDescriptor("first-controller", List.of(), (context, c) -> {
            c.informerFactory().pods().informer();
            return new Simple("first-controller", d -> {
                throw new AssertionError("nothing may run");
            });
        });
        ControllerDescriptor second = new ControllerDescriptor("second-controller", List.of(), (context, c) -> {
            throw new IOException("no discovery");
        });

        assertThatThrownBy(() -> manager(DEFAULT, Clock.system(), new Fixed(0), first, second).run(context))
                .isInstanceOf(IOException.class).hasMessage("no discovery");

        assertThat(server.faults().requests()).isEmpty();
    }

    @Test
    @Spec({"CM-32", "CM-33", "W11"})
    void informers_start_then_the_signal_is_given_then_controllers_run() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        RecordingHandler<Pod> pods = new RecordingHandler<>();
        CountDownLatch ran = new CountDownLatch(1);
        ControllerDescriptor watcher = new ControllerDescriptor("watcher-controller", List.of(), (context, c) -> {
            c.informerFactory().pods().informer().addEventHandler(pods);
            c.informersStarted().onDone(() -> order.add("informers started"));
            order.add("made");
            assertThat(c.informersStarted().isDone()).isFalse();
            return new Simple("watcher-controller", d -> {
                order.add("runs");
                ran.countDown();
                untilDone(d);
            });
        });

        CompletableFuture<Boolean> running = run(manager(DEFAULT, Clock.system(), new Fixed(0), watcher));
        ran.await();
        server.faults().awaitRequests(r -> r.path().equals("/api/v1/pods"), 1);
        context.cancel();

        assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(order).containsExactly("made", "informers started", "runs");
        assertThat(LiveThreads.named("informer of"))
                .as("a list request that is under way is left to end by itself (RF-41)")
                .allMatch(thread -> thread.contains(" list\""));
        Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2),
                c -> LiveThreads.named("informer of").isEmpty());
    }

    @Test
    @Spec({"CM-34", "W10"})
    void each_controller_starts_after_a_pause_of_its_own() throws Exception {
        FakeClock clock = new FakeClock();
        List<String> started = new CopyOnWriteArrayList<>();
        CountDownLatch one = new CountDownLatch(1);
        ControllerManagerOptions options = DEFAULT.withControllerStartInterval(Duration.ofSeconds(10))
                .withControllerShutdownTimeout(Duration.ZERO);
        CompletableFuture<Boolean> running = run(manager(options, clock, new Fixed(0.5), descriptor("red-controller",
                c -> {
            started.add("red at " + clock.nanoTime() / 1_000_000_000);
            one.countDown();
        })));
        clock.awaitWaiters(1);

        clock.step(Duration.ofSeconds(14));
        assertThat(started).isEmpty();
        clock.step(Duration.ofSeconds(1));

        assertThat(running.get(20, TimeUnit.SECONDS)).as("all have returned by themselves").isTrue();
        assertThat(started).containsExactly("red at 15");
    }

    // ---- the end

    @Test
    @Spec({"CM-35", "RQ-07"})
    void a_stop_ends_a_start_whose_discovery_is_not_answered() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Client ofSilent = new RestClient(URI.create("http://127.0.0.1:" + silent.getLocalPort()))) {
            CompletableFuture<Boolean> running =
                    run(ControllerManager.builder(ofSilent, ControllerManager.newControllerDescriptors()).build());
            try (Socket asked = silent.accept()) {
                assertThat(asked.getInputStream().read()).as("first byte of the question").isEqualTo('G');

                context.cancel();

                assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    @Spec("CM-35")
    void a_controller_that_does_not_return_is_given_up_after_the_timeout_and_named() throws Exception {
        FakeClock clock = new FakeClock();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        try (CapturedLog log = new CapturedLog()) {
            CompletableFuture<Boolean> running = run(manager(DEFAULT, clock, new Fixed(0),
                    descriptor("good-controller", ControllerManagerTest::untilDone),
                    descriptor("stuck-controller", c -> {
                        ran.countDown();
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    })));
            ran.await();
            context.cancel();
            Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2),
                    c -> named("good-controller") == 0); // else it is given up as well
            for (int look = 0; look < 3; look++) {
                clock.awaitWaiters(1);
                assertThat(running).isNotDone();
                clock.step(Duration.ofSeconds(3).plusMillis(334));
            }

            assertThat(running.get(20, TimeUnit.SECONDS)).isFalse();
            assertThat(log.linesWith("ERROR", "Not waiting any longer for [stuck-controller]")).hasSize(1);
        } finally {
            release.countDown();
        }
    }

    @Test
    @Spec("CM-35")
    void controllers_that_have_all_returned_end_it() throws Exception {
        CompletableFuture<Boolean> running = run(manager(DEFAULT, Clock.system(), new Fixed(0),
                descriptor("short-controller", c -> {}), descriptor("shorter-controller", c -> {})));

        assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Spec("CM-36")
    void with_no_controller_it_waits_for_the_end_of_its_context() throws Exception {
        CompletableFuture<Boolean> running = run(manager(DEFAULT.withControllers(List.of()), Clock.system(),
                new Fixed(0),
                descriptor("red-controller", c -> {})));
        assertThat(running).isNotDone();

        context.cancel();

        assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Spec({"CM-37", "RQ-39", "W12"})
    void the_quota_controller_gets_what_the_options_say() throws Exception {
        ControllerManagerOptions options = DEFAULT.withControllers(List.of("resourcequota"))
                .withConcurrentResourceQuotaSyncs(2);
        CompletableFuture<Boolean> running = run(ControllerManager.builder(client,
                ControllerManager.newControllerDescriptors()).options(options).build());
        Wait.pollImmediateUntil(context, Clock.system(), Duration.ofMillis(20),
                c -> named("quota priority worker") == 2); // the last of them is the last that is started

        assertThat(named("quota full pass")).isEqualTo(1);
        assertThat(named("quota worker")).isEqualTo(2);
        assertThat(named("quota priority worker")).isEqualTo(2);
        assertThat(named("quota discovery")).isEqualTo(1);
        context.cancel();
        assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(LiveThreads.named("quota ")).isEmpty();
        assertThat(server.faults().count(r -> r.is("list", ApiResource.RESOURCE_QUOTAS.gvr().resource())))
                .isLessThanOrEqualTo(1);
    }

    @Test
    @Spec({"RQ-39", "CM-37"})
    void its_defaults_are_upstreams() {
        assertThat(DEFAULT).isEqualTo(new ControllerManagerOptions(List.of("*"), 5, Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofHours(12), Duration.ZERO, Duration.ofSeconds(10)));
    }

    private static int named(String thread) {
        return LiveThreads.named(thread).size();
    }
}
