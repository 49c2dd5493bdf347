package insideinformer.soak;

import insideinformer.api.ApiException;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.Faults;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * The server of a run and its data. The server can be stopped and started again, and the data stay. A write goes to the
 * data directly, as if another server of the cluster had taken it, so no fault can stop it. Only the thread of the run
 * uses a cluster.
 */
final class Cluster implements AutoCloseable {

    private static final int HISTORY = 10_000; // changes
    private static final Duration BOOKMARKS = Duration.ofSeconds(20);
    private static final int PORTS_TRIED = 100;

    private final Clock clock;
    private final Random random;
    private final ObjectStore store;
    private final Truth truth = new Truth();
    private ApiServer server;

    /** @param ports the next port to try; below the ports that systems give to sockets that ask for any */
    Cluster(Clock clock, Random random, AtomicInteger ports) throws IOException {
        this.clock = clock;
        this.random = random;
        this.store = new ObjectStore(clock, HISTORY);
        this.server = startSomewhere(ports);
    }

    private ApiServer startSomewhere(AtomicInteger ports) throws IOException {
        IOException last = null;
        for (int i = 0; i < PORTS_TRIED; i++) {
            try {
                return startOn(ports.getAndIncrement());
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw new IOException("no free port among " + PORTS_TRIED + "; end the programs that use them", last);
    }

    private ApiServer startOn(int port) throws IOException {
        ApiServer made = ApiServer.builder()
                .port(port).store(store).clock(clock).random(random).bookmarkPeriod(BOOKMARKS).build();
        try {
            return made.start();
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    void stop() {
        server.close();
    }

    void start() throws IOException {
        server = startOn(server.uri().getPort());
    }

    URI uri() {
        return server.uri();
    }

    ApiServer server() {
        return server;
    }

    Faults faults() {
        return server.faults();
    }

    Truth truth() {
        return truth;
    }

    long revision() {
        return store.revision();
    }

    void compact() {
        store.compact(store.revision());
    }

    void create(Kind kind, String key, String uid, boolean gold, String mark) throws ApiException {
        ObjectNode object = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", kind.resource().kind());
        object.putObject("metadata").put("namespace", namespace(key)).put("name", name(key)).put("uid", uid);
        paint(object, gold, mark);
        truth.stored(kind, State.of(store.create(kind.groupResource(), object)));
    }

    void update(Kind kind, String key, boolean gold, String mark) throws ApiException {
        ObjectNode before = current(kind, key);
        ObjectNode object = before.deepCopy();
        paint(object, gold, mark);
        State after = State.of(store.update(kind.groupResource(), object));
        truth.stored(kind, after);
        truth.ended(kind, State.of(before).at(after.version()));
    }

    void delete(Kind kind, String key) throws ApiException {
        truth.ended(kind, State.of(store.delete(kind.groupResource(), current(kind, key))));
    }

    /** What a client would see now. */
    Set<State> list(Kind kind, String namespace, String selector) {
        return store.list(kind.groupResource(), namespace).items().stream()
                .filter(object -> selector.isEmpty() || isGold(object))
                .map(State::of)
                .collect(Collectors.toSet());
    }

    private ObjectNode current(Kind kind, String key) {
        ObjectNode object = store.get(kind.groupResource(), namespace(key), name(key));
        if (object == null) {
            throw new IllegalStateException("the schedule changes " + key + ", which is not there");
        }
        return object;
    }

    private static void paint(ObjectNode object, boolean gold, String mark) {
        ObjectNode metadata = (ObjectNode) object.path("metadata");
        metadata.putObject("labels").put("metal", gold ? "gold" : "lead");
        metadata.putObject("annotations").put(State.MARK, mark);
    }

    private static boolean isGold(ObjectNode object) {
        return object.at("/metadata/labels/metal").asString().equals("gold");
    }

    private static String namespace(String key) {
        return key.substring(0, key.indexOf('/'));
    }

    private static String name(String key) {
        return key.substring(key.indexOf('/') + 1);
    }

    @Override
    public void close() {
        server.close();
    }
}
