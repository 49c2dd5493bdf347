package insideinformer.lab;

import insideinformer.api.ApiResource;
import insideinformer.api.Container;
import insideinformer.api.GroupResource;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.PodSpec;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaSpec;
import insideinformer.api.ResourceRequirements;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.client.Client;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.factory.FactoryOptions;
import insideinformer.lab.Journey.Panel;
import insideinformer.lab.Journey.Row;
import insideinformer.manager.ControllerDescriptor;
import insideinformer.manager.ControllerManager;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import insideinformer.wait.WaitException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records the journey of chapter 0. It creates and deletes a pod in a namespace with a quota, over a real server and
 * real informers. For each thing that happens to the pod it writes down what queue, store and quota held at that
 * moment.
 *
 * <p>It holds the queue of the pods, so that the pod can be seen waiting there. It slows down nothing else.
 */
public final class OneObjectsJourney implements Observer {

    private static final String NAMESPACE = "lantern";
    private static final String FOLLOWED = "checkout";
    private static final int ATTEMPTS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration COUNTED_WITHIN = Duration.ofSeconds(2);

    /** What was seen, and what queue, store and quota held then. */
    private record Moment(Sighting sighting, List<Panel> panels) {}

    private final ObservedQueues queues = ObservedQueues.holding(Pod.class, this);
    private final ApiServer server;
    private final Client client;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Moment> moments = new ArrayList<>(); // guarded by lock; of the phase in progress
    private final List<String> handlerCalls = new ArrayList<>(); // guarded by lock

    private OneObjectsJourney() throws IOException {
        server = ApiServer.builder().admission(new ObservedAdmission(new QuotaAdmission(Clock.system()), this))
                .build().start();
        client = new RestClient(server.uri());
    }

    /**
     * Records the journey, which takes about a second. It runs again if the steps came in another order: the controller
     * counted while the pod was held, the controller wrote before the last handler was called, or admission did not
     * know yet that the quota was counted.
     *
     * @throws IllegalStateException if that happens in every attempt
     */
    public static Journey record() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                Journey journey = recordOnce();
                List<Journey.Step> steps = journey.steps();
                if (steps.stream().filter(OneObjectsJourney::isControllers).count() == 1
                        && isControllers(steps.getLast())) {
                    return journey;
                }
            } catch (TimeoutException e) {
                LoggerFactory.getLogger(OneObjectsJourney.class).info("{}; running it again", e.getMessage());
            }
        }
        throw new IllegalStateException("the controller counted in between in each of " + ATTEMPTS
                + " runs; is this machine very busy?");
    }

    private static boolean isControllers(Journey.Step step) {
        return step.message() != null && step.message().from().equals("Controller");
    }

    private static Journey recordOnce() throws IOException, InterruptedException, TimeoutException {
        OneObjectsJourney run = new OneObjectsJourney();
        Group threads = new Group();
        try (ApiServer server = run.server;
                Client client = run.client;
                Cancellable context = Context.background().withCancel()) {
            threads.start("controller manager", () -> run.runManager(context));
            try {
                return run.tell(context);
            } finally {
                context.cancel();
                threads.awaitAll();
            }
        }
    }

    private void runManager(Context context) {
        List<ControllerDescriptor> descriptors = new ArrayList<>(ControllerManager.newControllerDescriptors());
        descriptors.add(PodWatcher.descriptor(this));
        try {
            ControllerManager.builder(new ObservedClient(client, this), descriptors)
                    .factoryOptions(FactoryOptions.DEFAULT.withQueueFactory(queues))
                    .random(new SplittableRandom(1))
                    .build().run(context);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Journey tell(Context context) throws IOException, InterruptedException, TimeoutException {
        ResourceClient<Pod> pods = client.resource(ApiResource.PODS).inNamespace(NAMESPACE);
        client.resource(ApiResource.NAMESPACES).create(context, new Namespace("v1", "Namespace", ObjectMeta.named("",
                NAMESPACE), null, Map.of()));
        client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(NAMESPACE).create(context, quota());
        await(context, quota -> quota.status() != null && !quota.status().used()
                .isEmpty()); // until then nothing is charged
        pods.create(context, pod("cart"));
        queues.letPop(1);
        await(m -> m.sighting().stage() == Stage.LISTENER);

        Journey.Recorder recorder = new Journey.Recorder("one-objects-journey", "One object's journey",
                "The pod checkout is created and deleted in a namespace where the pod cart runs and a quota counts both.",
                List.of("client", "API server", "Reflector", "DeltaFIFO", "Store", "Listener", "Controller"));
        beginPhase();
        see(Stage.CLIENT, "POST the pod");
        Pod created = pods.create(context, pod(FOLLOWED));
        see(Stage.CLIENT, "is answered 201: " + Sighting.show(created));
        await(m -> isFollowed(m, Stage.DELTA_FIFO));
        queues.letPop(1);
        await(m -> isFollowed(m, Stage.LISTENER));
        // A count against a cache that admission's charge has not reached finds nothing to write, as upstream.
        String charged = quotaVersion();
        await(m -> m.sighting().stage() == Stage.INFORMER && m.sighting().text().contains("compute@" + charged));
        steps(recorder);

        beginPhase();
        see(Stage.CLIENT, "DELETE the pod");
        pods.delete(context, FOLLOWED);
        await(m -> isFollowed(m, Stage.DELTA_FIFO) && m.sighting().text().contains("Deleted"));
        queues.letPop(1);
        await(m -> isFollowed(m, Stage.LISTENER) && m.sighting().text().contains("onDelete"));
        await(m -> isStatusWrite(m.sighting(), "pods=1"), COUNTED_WITHIN);
        steps(recorder);
        return recorder.journey();
    }

    private void await(Context context, Predicate<ResourceQuota> condition) throws IOException, InterruptedException {
        ResourceClient<ResourceQuota> quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(NAMESPACE);
        try {
            Wait.<IOException>pollUntilContextCancel(context, Clock.system(), Duration.ofMillis(5),
                    c -> condition.test(quotas.get(c, "compute")));
        } catch (WaitException e) {
            throw new IOException("the journey was ended while it waited for its quota", e);
        }
    }

    private static ResourceQuota quota() {
        return new ResourceQuota("v1", "ResourceQuota", ObjectMeta.named(NAMESPACE, "compute"),
                new ResourceQuotaSpec(Map.of("pods", "10", "requests.cpu", "2"), List.of(), null, Map.of()), null,
                        Map.of());
    }

    private static Pod pod(String name) {
        ResourceRequirements resources = new ResourceRequirements(Map.of("cpu", "200m"), Map.of(), Map.of());
        Container container = new Container(name, "lantern/" + name, resources, null, Map.of());
        return new Pod("v1", "Pod", ObjectMeta.named(NAMESPACE, name), new PodSpec(
                List.of(container), List.of(), Map.of(), null, null, null, null, null, Map.of()), null, Map.of());
    }

    // ---- watching

    @Override
    public void seen(Sighting sighting) {
        boolean follows = sighting.key().equals(NAMESPACE + "/" + FOLLOWED) || sighting.key().equals(NAMESPACE
                + "/cart")
                || sighting.key().equals(NAMESPACE + "/compute");
        if (!follows) {
            return;
        }
        if (sighting.stage() == Stage.LISTENER && sighting.key().endsWith("/" + FOLLOWED)) {
            noteCall(sighting);
        }
        List<Panel> panels = panels();
        lock.lock();
        try {
            moments.add(new Moment(sighting, panels));
            changed.signalAll(); // await looks for its moment
        } finally {
            lock.unlock();
        }
    }

    private void noteCall(Sighting sighting) {
        lock.lock();
        try {
            handlerCalls.add(sighting.text().replaceAll("calls the handlers' (\\w+) with (.*)", "$1 $2"));
        } finally {
            lock.unlock();
        }
    }

    private void see(Stage stage, String text) {
        seen(new Sighting(stage, "Pod", NAMESPACE + "/" + FOLLOWED, text));
    }

    private void beginPhase() {
        lock.lock();
        try {
            moments.clear();
        } finally {
            lock.unlock();
        }
    }

    private void await(Predicate<Moment> moment) throws InterruptedException, TimeoutException {
        await(moment, PATIENCE);
    }

    private void await(Predicate<Moment> moment, Duration patience) throws InterruptedException, TimeoutException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (moments.stream().noneMatch(moment)) {
                if (left <= 0) {
                    throw new TimeoutException("the pod did not come by within " + patience);
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private String quotaVersion() {
        return server.store().list(new GroupResource("", "resourcequotas"), NAMESPACE).items().getFirst()
                .path("metadata").path("resourceVersion").asString();
    }

    private static boolean isFollowed(Moment moment, Stage stage) {
        return moment.sighting().stage() == stage && moment.sighting().key().endsWith("/" + FOLLOWED);
    }

    private static boolean isStatusWrite(Sighting sighting, String used) {
        return sighting.stage() == Stage.QUOTA_CONTROLLER && sighting.text().contains(used);
    }

    /** What lies where now: asked of the server's store, the queue and the informer's store themselves. */
    private List<Panel> panels() {
        List<Row> served = new ArrayList<>();
        ObjectStore store = server.store();
        for (ObjectNode pod : store.list(new GroupResource("", "pods"), NAMESPACE).items()) {
            served.add(new Row("pod " + name(pod), List.of("version " + pod.path("metadata").path("resourceVersion")
                    .asString())));
        }
        for (ObjectNode quota : store.list(new GroupResource("", "resourcequotas"), NAMESPACE).items()) {
            Map<String, String> used = new TreeMap<>();
            quota.path("status").path("used").properties().forEach(e -> used.put(e.getKey(), e.getValue().asString()));
            served.add(new Row("quota " + name(quota), List.of("used " + used)));
        }
        List<Row> queue = new ArrayList<>();
        queues.waiting().forEach((key, deltas) -> queue.add(new Row(key, deltas)));
        List<Row> stored = new ArrayList<>();
        queues.stored().forEach((key, object) -> stored.add(new Row(key, List.of(object))));
        lock.lock();
        try {
            return List.of(new Panel("API server", served), new Panel("DeltaFIFO", queue), new Panel("Store", stored),
                    new Panel("Handler calls", handlerCalls.isEmpty() ? List.of() : List.of(new Row(FOLLOWED,
                            List.copyOf(handlerCalls)))));
        } finally {
            lock.unlock();
        }
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asString();
    }

    // ---- telling

    /** The phase's moments as steps, in the order in which they came, but for the answer. */
    private void steps(Journey.Recorder recorder) throws TimeoutException {
        List<Moment> told = new ArrayList<>();
        lock.lock();
        try {
            moments.stream().filter(OneObjectsJourney::isTold).forEach(told::add);
        } finally {
            lock.unlock();
        }
        answerAfterAdmission(told);
        for (Moment moment : told) {
            Way way = Way.of(moment.sighting());
            recorder.step(way.title(), way.text(), way.from(), way.to(), moment.sighting().text(), moment.panels());
        }
    }

    private static boolean isTold(Moment moment) {
        return moment.sighting().key().endsWith("/" + FOLLOWED) || moment.sighting().stage() == Stage.QUOTA_CONTROLLER;
    }

    /**
     * Moves the client's answer to where the server sent it, which is after admission. The client can receive it before
     * or after the watch delivers the pod.
     */
    private static void answerAfterAdmission(List<Moment> told) throws TimeoutException {
        Optional<Moment> answer = told.stream().filter(moment -> isAnswer(moment.sighting())).findFirst();
        if (answer.isEmpty()) {
            return;
        }
        Moment heard = answer.get();
        told.remove(heard);
        int admitted = indexOf(told, Stage.ADMISSION);
        if (admitted < 0) {
            throw new TimeoutException("admission had not heard in time that the quota is counted, and charged nothing");
        }
        List<Panel> panels = new ArrayList<>(told.get(admitted).panels());
        panels.set(0, heard.panels().getFirst());
        told.add(admitted + 1, new Moment(heard.sighting(), panels));
    }

    private static int indexOf(List<Moment> moments, Stage stage) {
        return moments.stream().map(moment -> moment.sighting().stage()).toList().indexOf(stage);
    }

    private static boolean isAnswer(Sighting sighting) {
        return sighting.text().startsWith("is answered");
    }

    /** Between whom a sighting's message passes, and what a reader should know. */
    private record Way(String title, String from, String to, String text) {

        static Way of(Sighting sighting) {
            return switch (sighting.stage()) {
                case CLIENT -> isAnswer(sighting)
                        ? new Way("Stored", "API server", "client",
                                "The object has a version now. Whoever watches pods is told.")
                        : new Way("A request", "client", "API server",
                                "Over HTTP, as kubectl or any other client would send it.");
                case ADMISSION -> new Way("Admission charges the quota", "API server", "API server",
                        "Within the request, before the pod is stored: used rises at once.");
                case REFLECTOR -> new Way("The watch delivers", "API server", "Reflector",
                        "One line of JSON on a connection that has been open all the time.");
                case DELTA_FIFO -> new Way("Queued", "Reflector", "DeltaFIFO",
                        "Under the pod's key, behind whatever is already known to have happened to it.");
                case INFORMER -> new Way("Popped", "DeltaFIFO", "Store",
                        "All that happened to the pod, at once. The store is changed first, then the listeners are told.");
                case LISTENER -> new Way("Handlers are called", "Store", "Listener",
                        "Each listener has a buffer and a thread of its own; one of them is the quota monitor's.");
                case QUOTA_CONTROLLER -> new Way("Counted again", "Controller", "API server",
                        "The monitor queued the quota's key; a worker counted the namespace from the caches and wrote what it found.");
            };
        }
    }
}
