package insideinformer.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.client.RestClient;
import insideinformer.client.Watch;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.Queue;
import insideinformer.json.Json;
import insideinformer.store.DeltaObject;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final Observer observer = sighting -> seen.add(sighting.stage() + " " + sighting.key() + " "
            + sighting.text());

    private static Pod pod(String name, int version) {
        return new Pod("v1", "Pod", ObjectMeta.named("lantern", name).withResourceVersion(String.valueOf(version)),
                null, null, Map.of());
    }

    // ---- ObservedQueues

    private static Queue<Pod> queueOf(ObservedQueues queues, Store<Pod> store) {
        return queues.newQueue(DeltaFIFOOptions.<Pod>builder().name("DeltaFIFO Pod").knownObjects(store)
                .emitDeltaTypeReplaced(true).build());
    }

    @Test
    void a_running_queue_is_heard_at_both_ends_and_changes_nothing() throws Exception {
        Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        Queue<Pod> queue = queueOf(ObservedQueues.running(observer), store);

        queue.replace(List.of(pod("cart", 1)), "1");
        queue.pop((deltas, initial) -> StoreConsumer.carryInto(store, deltas));
        queue.update(pod("cart", 2));
        queue.delete(new DeltaObject.Live<>(pod("cart", 3)));
        queue.pop((deltas, initial) -> StoreConsumer.carryInto(store, deltas));

        assertThat(seen).containsExactly(
                "DELTA_FIFO lantern/cart queues Replaced cart@1",
                "INFORMER lantern/cart pops [Replaced cart@1]: into the store, then to the listeners",
                "DELTA_FIFO lantern/cart queues Updated cart@2",
                "DELTA_FIFO lantern/cart queues Deleted cart@3",
                "INFORMER lantern/cart pops [Updated cart@2, Deleted cart@3]: out of the store, then to the listeners");
        assertThat(store.listKeys()).isEmpty();
        assertThat(queue.hasSynced()).isTrue();
    }

    @Test
    void what_waits_for_the_queue_is_not_yet_told_of_as_queued() throws Exception {
        Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        Queue<Pod> queue = queueOf(ObservedQueues.running(observer), store);
        CountDownLatch processed = new CountDownLatch(1);
        queue.add(pod("cart", 1));
        Thread popper = Thread.ofPlatform().start(() -> pop(queue, processed::await));
        awaitWaiting(popper);
        Thread writer = Thread.ofPlatform().start(() -> update(queue, pod("cart", 2)));
        awaitWaiting(writer);

        List<String> seenMeanwhile = List.copyOf(seen);
        processed.countDown();
        popper.join();
        writer.join();

        assertThat(seenMeanwhile).as("seen while cart@2 cannot get into the queue").containsExactly(
                "DELTA_FIFO lantern/cart queues Added cart@1",
                "INFORMER lantern/cart pops [Added cart@1]: into the store, then to the listeners");
        assertThat(seen).last().isEqualTo("DELTA_FIFO lantern/cart queues Updated cart@2");
    }

    @RepeatedTest(50)
    void whatever_is_popped_was_told_of_as_queued_before_and_leaves_with_all_that_was() throws Exception {
        Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        Queue<Pod> queue = queueOf(ObservedQueues.running(observer), store);
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int version = 1; version <= 100; version++) {
                update(queue, pod("cart", version));
            }
            queue.close();
        });

        while (pop(queue, () -> {})) {
            Thread.yield();
        }
        writer.join();

        List<String> queued = new ArrayList<>();
        for (String text : seen) {
            if (text.contains(" queues ")) {
                queued.add(text.replaceAll(".*queues ", ""));
            } else {
                assertThat(text).contains("pops [" + String.join(", ", queued) + "]");
                queued.clear();
            }
        }
        assertThat(queued).isEmpty();
    }

    private interface Step {
        void run() throws Exception;
    }

    /** @return false if the queue is closed and empty */
    private static boolean pop(Queue<Pod> queue, Step whilePopping) {
        try {
            queue.pop((deltas, initial) -> whilePopping.run());
            return true;
        } catch (FIFOClosedException e) {
            return false;
        }
    }

    private static void update(Queue<Pod> queue, Pod pod) {
        try {
            queue.update(pod);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).as("thread that should wait").isTrue();
            Thread.onSpinWait();
        }
    }

    @Test
    void a_held_queue_pops_only_when_it_is_let_and_shows_what_waits_and_what_is_stored() throws Exception {
        Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        ObservedQueues queues = ObservedQueues.holding(Pod.class, observer);
        Queue<Pod> queue = queueOf(queues, store);
        assertThat(queues.waiting()).isEmpty();
        queue.add(pod("cart", 1));
        queue.update(pod("cart", 2));
        CountDownLatch popped = new CountDownLatch(1);
        Thread popper = Thread.ofVirtual().start(() -> {
            try {
                queue.pop((deltas, initial) -> StoreConsumer.carryInto(store, deltas));
                popped.countDown();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        assertThat(queues.waiting()).isEqualTo(Map.of("lantern/cart", List.of("Added cart@1", "Updated cart@2")));
        assertThat(queues.stored()).isEmpty();
        assertThat(popped.getCount()).isEqualTo(1);
        queues.letPop(1);
        popped.await();
        popper.join();

        assertThat(queues.waiting()).isEmpty();
        assertThat(queues.stored()).isEqualTo(Map.of("lantern/cart", "cart@2"));
        assertThat(seen).last().isEqualTo(
                "INFORMER lantern/cart pops [Added cart@1, Updated cart@2]: into the store, then to the listeners");
    }

    @Test
    void closing_a_held_queue_lets_its_popper_go() throws Exception {
        Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        Queue<Pod> queue = queueOf(ObservedQueues.holding(Pod.class, observer), store);
        queue.add(pod("cart", 1));
        CountDownLatch ended = new CountDownLatch(1);
        Thread popper = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    queue.pop((deltas, initial) -> StoreConsumer.carryInto(store, deltas));
                }
            } catch (Exception closed) {
                ended.countDown();
            }
        });

        queue.close();

        ended.await();
        popper.join();
        assertThat(queue.isClosed()).isTrue();
    }

    // ---- ObservedClient and ObservedAdmission

    private static void createNamespace(RestClient client) throws Exception {
        client.resource(ApiResource.NAMESPACES).create(Context.background(), new Namespace("v1", "Namespace",
                ObjectMeta.named("", "lantern"), null, Map.of()));
    }

    @Test
    void client_and_admission_tell_what_passes_and_pass_it_on() throws Exception {
        Context context = Context.background();
        try (ApiServer server = ApiServer.builder()
                        .admission(new ObservedAdmission(new QuotaAdmission(Clock.system()), observer)).build().start();
                RestClient plain = new RestClient(server.uri());
                ObservedClient client = new ObservedClient(plain, observer)) {
            createNamespace(plain);
            var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("lantern");
            ResourceQuota quota = quotas.create(context, quota("{'spec':{'hard':{'configmaps':'1'}}}"));
            quotas.updateStatus(context, quota.withStatus(
                    quota("{'status':{'hard':{'configmaps':'1'},'used':{'configmaps':'0'}}}").status()));
            var maps = client.resource(ApiResource.CONFIG_MAPS).inNamespace("lantern");
            try (Watch<?> watch = maps.watch(context, ListOptions.EMPTY)) {
                maps.create(context, configMap("one"));
                watch.take();
            }
            maps.list(context, ListOptions.EMPTY);
            try {
                maps.create(context, configMap("two"));
            } catch (ApiException refused) {
                seen.add("refused");
            }
        }

        assertThat(seen.stream().map(text -> text.replaceAll("@\\d+", "@N"))).containsExactly(
                "QUOTA_CONTROLLER lantern/q wrote the status: used {configmaps=0}",
                "ADMISSION lantern/one charges quota q: configmaps 0 -> 1",
                "REFLECTOR lantern/one hears ADDED one@N",
                "REFLECTOR lantern/one reads the list: one@N",
                "ADMISSION lantern/two refuses: configmaps \"two\" is forbidden: exceeded quota: q, requested: configmaps=1, "
                        + "used: configmaps=1, limited: configmaps=1",
                "refused");
    }

    @Test
    void a_status_that_the_server_refuses_is_not_told_of_as_written() throws Exception {
        Context context = Context.background();
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient plain = new RestClient(server.uri());
                ObservedClient client = new ObservedClient(plain, observer)) {
            createNamespace(plain);
            var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("lantern");
            ResourceQuota old = quotas.create(context, quota("{'spec':{'hard':{'configmaps':'1'}}}"));
            ResourceQuota counted = old.withStatus(
                    quota("{'status':{'hard':{'configmaps':'1'},'used':{'configmaps':'0'}}}").status());
            quotas.updateStatus(context, counted);

            assertThatThrownBy(() -> quotas.updateStatus(context, counted)).isInstanceOf(ApiException.class);
            assertThatThrownBy(() -> quotas.updateStatus(context, new ResourceQuota("v1", "ResourceQuota",
                    ObjectMeta.named("lantern", "none"), counted.spec(), counted.status(), Map.of())))
                            .isInstanceOf(ApiException.class);

            assertThat(seen).containsExactly(
                    "QUOTA_CONTROLLER lantern/q wrote the status: used {configmaps=0}",
                    "QUOTA_CONTROLLER lantern/q was refused: conflict; it counts again",
                    "QUOTA_CONTROLLER lantern/none could not write the status: resourcequotas \"none\" not found");
        }
    }

    @Test
    void not_all_is_told_while_a_status_is_being_written() throws Exception {
        Context context = Context.background();
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient plain = new RestClient(server.uri())) {
            createNamespace(plain);
            AtomicReference<ObservedClient> observed = new AtomicReference<>();
            List<Boolean> toldAll = new ArrayList<>();
            ObservedClient client = new ObservedClient(plain, sighting -> toldAll.add(observed.get().hasToldAll()));
            observed.set(client);
            var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("lantern");
            ResourceQuota quota = quotas.create(context, quota("{'spec':{'hard':{'configmaps':'1'}}}"));

            quotas.updateStatus(context, quota);

            assertThat(toldAll).as("told all, asked within the telling").containsExactly(false);
            assertThat(client.hasToldAll()).isTrue();
        }
    }

    private static ResourceQuota quota(String json) {
        ResourceQuota read = Json.MAPPER.readValue(json.replace('\'', '"'), ResourceQuota.class);
        return new ResourceQuota("v1", "ResourceQuota", ObjectMeta.named("lantern", "q"), read.spec(), read.status(),
                Map.of());
    }

    private static insideinformer.api.ConfigMap configMap(String name) {
        return Json.MAPPER.readValue("{\"metadata\":{\"name\":\"" + name + "\"}}", insideinformer.api.ConfigMap.class);
    }

    // ---- journeys

    private static Stream<String> messages(Journey journey) {
        return journey.steps().stream().map(step -> step.message() == null ? "-" : step.message().text());
    }

    private static String panel(Journey journey, int step, String title) {
        return journey.steps().get(step).panels().stream().filter(p -> p.title().equals(title)).findFirst()
                .orElseThrow().rows().toString();
    }

    @Test
    void the_journey_of_five_operations_shows_each_of_them() throws Exception {
        Journey journey = DeltaFifoJourneys.fiveOperations();

        assertThat(messages(journey)).containsExactly(
                "replace [cart@1]", "update cart@2", "add search@3", "pop: Replaced cart@1, Updated cart@2",
                        "delete cart@4",
                "delete cart@5", "pop: Added search@3", "pop: Deleted cart@4");
        assertThat(panel(journey, 2, "Queue")).isEqualTo(
                "[Row[key=lantern/cart, cells=[Replaced cart@1, Updated cart@2]], Row[key=lantern/search, cells=[Added search@3]]]");
        assertThat(panel(journey, 3, "Store")).isEqualTo("[Row[key=lantern/cart, cells=[cart@2]]]");
        assertThat(panel(journey, 5, "Queue")).isEqualTo(
                "[Row[key=lantern/search, cells=[Added search@3]], Row[key=lantern/cart, cells=[Deleted cart@4]]]");
        assertThat(panel(journey, 7, "Store")).isEqualTo("[Row[key=lantern/search, cells=[search@3]]]");
    }

    @Test
    void the_journey_of_a_relist_shows_two_tombstones() throws Exception {
        Journey journey = DeltaFifoJourneys.relist();

        assertThat(messages(journey)).containsExactly(
                "replace [cart@1 search@2]", "pop: Replaced cart@1", "pop: Replaced search@2", "add checkout@3", "-",
                "replace [search@9]", "pop: Added checkout@3, Deleted tombstone(checkout@3)", "pop: Replaced search@9",
                "pop: Deleted tombstone(cart@1)");
        assertThat(panel(journey, 1, "Synced")).contains("no");
        assertThat(panel(journey, 2, "Synced")).contains("yes");
        assertThat(panel(journey, 8, "Store")).isEqualTo("[Row[key=lantern/search, cells=[search@9]]]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void one_objects_journey_is_the_same_story_in_every_run(int run) throws Exception {
        Journey journey = OneObjectsJourney.record();

        assertThat(messages(journey).map(text -> text.replaceAll("@\\d+", "@N"))).containsExactly(
                "POST the pod", "charges quota compute: pods 1 -> 2, requests.cpu 200m -> 400m",
                        "is answered 201: checkout@N",
                "hears ADDED checkout@N", "queues Added checkout@N",
                "pops [Added checkout@N]: into the store, then to the listeners",
                        "calls the handlers' onAdd with checkout@N",
                "DELETE the pod", "hears MODIFIED checkout@N", "queues Updated checkout@N", "hears DELETED checkout@N",
                "queues Deleted checkout@N",
                        "pops [Updated checkout@N, Deleted checkout@N]: out of the store, then to the listeners",
                "calls the handlers' onUpdate with checkout@N", "calls the handlers' onDelete with checkout@N",
                "wrote the status: used {pods=1, requests.cpu=200m}");
        assertThat(panel(journey, 0, "API server")).contains("pod cart", "pods=1").doesNotContain("checkout");
        assertThat(panel(journey, 2, "API server")).contains("pod checkout", "pods=2");
        assertThat(panel(journey, 4, "DeltaFIFO")).startsWith("[Row[key=lantern/checkout, cells=[Added checkout@");
        assertThat(panel(journey, 4, "Store")).contains("cart").doesNotContain("checkout");
        assertThat(panel(journey, 5, "DeltaFIFO")).isEqualTo("[]");
        assertThat(panel(journey, 5, "Store")).contains("cart", "checkout");
        assertThat(panel(journey, 6, "Handler calls")).contains("onAdd");
        assertThat(panel(journey, 8, "DeltaFIFO")).as("before what was heard is queued").isEqualTo("[]");
        assertThat(panel(journey, 10, "DeltaFIFO")).contains("Updated checkout@").doesNotContain("Deleted");
        assertThat(panel(journey, 11, "DeltaFIFO")).contains("Deleted checkout@");
        assertThat(panel(journey, 11, "Store")).contains("checkout");
        assertThat(panel(journey, 12, "Store")).contains("cart").doesNotContain("checkout");
        assertThat(panel(journey, 13, "Handler calls")).contains("onAdd", "onUpdate").doesNotContain("onDelete");
        assertThat(panel(journey, 14, "Handler calls")).contains("onAdd", "onDelete");
        assertThat(panel(journey, 15, "API server")).contains("pods=1").doesNotContain("pods=2", "checkout");
    }
}
