package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.apiserver.store.Change;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shared informer against a server over HTTP. */
class SharedInformerOverHttpTest {

    private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");

    private final FakeClock clock = new FakeClock();
    private final RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
    private ApiServer server;
    private RestClient client;
    private ResourceClient<ConfigMap> configMaps;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().port(0).build().start();
        client = new RestClient(server.uri());
        configMaps = client.resource(ApiResource.CONFIG_MAPS).inNamespace("n");
        client.resource(ApiResource.NAMESPACES).create(Context.background(), Fixtures.namespace("n"));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private SharedIndexInformer<ConfigMap> informer(Duration resyncPeriod) {
        return SharedIndexInformer.of(configMaps, ConfigMap.class,
                SharedIndexInformerOptions.<ConfigMap>resyncing(resyncPeriod).withClock(clock));
    }

    private ConfigMap create(String name) throws Exception {
        return configMaps.create(Context.background(), configMap(name));
    }

    private static String version(ConfigMap map) {
        return String.valueOf(map.metadata().resourceVersion());
    }

    @Test
    @Spec({"TL-01", "W21", "W27"})
    void what_happens_on_the_server_reaches_store_and_handler() throws Exception {
        ConfigMap p1 = create("p1");
        SharedIndexInformer<ConfigMap> informer = informer(Duration.ZERO);
        informer.addEventHandler(handler);

        try (RunningInformer running = RunningInformer.start(informer)) {
            handler.awaitEvents(1);
            ConfigMap p2 = create("p2");
            handler.awaitEvents(2); // together in the queue, they would come in the order of their objects
            ConfigMap newer = configMaps.update(Context.background(), new ConfigMap(
                    p1.apiVersion(), p1.kind(), p1.metadata(), Map.of("opens", "at nine"), p1.unknown()));
            handler.awaitEvents(3);
            configMaps.delete(Context.background(), "p2");

            List<String> heard = handler.awaitEvents(4);
            assertThat(heard.subList(0, 3)).containsExactly(
                    "add n/p1@" + version(p1) + " initial", "add n/p2@" + version(p2),
                    "update n/p1@" + version(p1) + ">" + version(newer));
            assertThat(heard.get(3)).startsWith("delete n/p2@");
            assertThat(informer.getStore().getByKey("n/p1").orElseThrow().data()).isEqualTo(Map.of("opens", "at nine"));
            assertThat(informer.getStore().listKeys()).containsExactly("n/p1");
        }
        server.awaitOpenWatches(0);
    }

    @Test
    @Spec({"F5", "SI-57"})
    void a_resync_asks_the_server_for_nothing() throws Exception {
        ConfigMap p1 = create("p1");
        SharedIndexInformer<ConfigMap> informer = informer(Duration.ofSeconds(10));
        informer.addEventHandler(handler);

        try (RunningInformer running = RunningInformer.start(informer)) {
            handler.awaitEvents(1);
            server.awaitOpenWatches(1);
            clock.awaitWaiters(1);
            int requests = server.faults().requests().size();
            clock.step(Duration.ofSeconds(10));

            assertThat(handler.awaitEvents(2).get(1)).isEqualTo("resync n/p1@" + version(p1));
            assertThat(server.faults().requests()).hasSize(requests);
        }
    }

    @Test
    @Spec({"E10", "TL-14"})
    void a_deletion_that_the_watch_missed_comes_as_a_tombstone_with_the_last_state_known() throws Exception {
        ConfigMap ada = create("ada");
        SharedIndexInformer<ConfigMap> informer = informer(Duration.ZERO);
        informer.addEventHandler(handler);

        try (RunningInformer running = RunningInformer.start(informer)) {
            handler.awaitEvents(1);
            server.awaitOpenWatches(1);
            server.faults().dropNext(CONFIG_MAPS, Change.Type.DELETED);
            configMaps.delete(Context.background(), "ada");
            server.faults().sendExpired(CONFIG_MAPS);
            while (handler.events().size() < 2) {
                if (clock.hasWaiters()) {
                    clock.step(Duration.ofSeconds(1)); // the pause before the list
                }
                Thread.yield();
            }

            assertThat(handler.events().get(1)).isEqualTo("delete n/ada@" + version(ada) + " tombstone");
            assertThat(informer.getStore().list()).isEmpty();
        }
    }

    @Test
    @Spec({"B10", "B7"})
    void an_informer_whose_server_is_away_says_why_keeps_trying_and_goes_on_when_it_is_back() throws Exception {
        create("ada");
        SharedIndexInformer<ConfigMap> informer = informer(Duration.ZERO);
        informer.addEventHandler(handler);
        LastingFault away = server.faults().refuseConnections();

        try (CapturedLog log = new CapturedLog();
                RunningInformer running = RunningInformer.start(informer)) {
            stepUntil(() -> informer.lastFailure().isPresent());
            assertThat(informer.lastFailure()).get().asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                    .hasRootCauseInstanceOf(ConnectException.class);
            assertThat(informer.hasSynced()).isFalse();
            clock.step(Duration.ofMinutes(5)); // it is tried again, and fails again

            away.close();
            ConfigMap bob = create("bob");
            stepUntil(() -> handler.events().stream().anyMatch(event -> event.startsWith("add n/bob@")));
            // only a watch can bring one more, so the outage is over then
            ConfigMap cleo = create("cleo");
            stepUntil(() -> handler.events().contains("add n/cleo@" + version(cleo)));
            assertThat(log.linesWith("ERROR", "cannot watch configmaps")).as("once, for all attempts").hasSize(1);
            assertThat(informer.getStore().listKeys()).containsExactlyInAnyOrder("n/ada", "n/bob", "n/cleo");

            try (LastingFault again = server.faults().refuseConnections()) {
                // the server's last answer before it closed decides which of the three it is
                stepUntil(() -> !log.linesWith("WARN", "the watch of configmaps was refused").isEmpty()
                        || !log.linesWith("WARN", "the watch of configmaps ended").isEmpty()
                        || log.linesWith("ERROR", "cannot watch configmaps").size() > 1);
            }
            ConfigMap dora = create("dora");
            stepUntil(() -> handler.events().contains("add n/dora@" + version(dora)));
        }
    }

    /** Lets time pass until something has come true. */
    private void stepUntil(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the test took too long");
            }
            if (clock.hasWaiters()) {
                clock.step(Duration.ofSeconds(1));
            }
            Thread.yield();
        }
    }
}
