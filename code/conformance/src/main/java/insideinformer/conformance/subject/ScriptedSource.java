package insideinformer.conformance.subject;

import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that answers call after call as a script says, whatever the question was. It logs the questions. A call
 * beyond the end of the script hangs, and so does a call that the script blocks. Neither notices the end of its
 * context.
 */
public final class ScriptedSource implements ListerWatcher<KubernetesObject> {

    /** The next answers. Empty means that the call hangs until the trace is over. */
    public interface Script {
        Optional<JsonNode> nextList(ListOptions options);

        Optional<JsonNode> nextWatch(ListOptions options);
    }

    /** An operation needs an open stream and there is none. No trace should contain such an operation. */
    static final class NoOpenWatchException extends RuntimeException {

        NoOpenWatchException() {
            super("no watch is open");
        }
    }

    /** A watch that was opened. */
    private static final class Opened {
        final ScriptedStream<KubernetesObject> stream = new ScriptedStream<>();
        boolean streamsTheState; // it began with the whole state, and the store has not got that yet
    }

    private final Script script;
    private final ScriptedObjects objects;
    private final ReflectorLog log;
    private final boolean supportsWatchList;
    private final Duration shortestTimeout;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final TreeMap<Integer, Opened> streams = new TreeMap<>(); // guarded by lock, as all below; by call
    private int watches;
    private final List<String> blocked = new ArrayList<>(); // the calls that the script blocks
    private int releases;
    private boolean over;

    ScriptedSource(
            Script script, ScriptedObjects objects, ReflectorLog log, boolean supportsWatchList,
            Duration shortestTimeout) {
        this.script = script;
        this.objects = objects;
        this.log = log;
        this.supportsWatchList = supportsWatchList;
        this.shortestTimeout = shortestTimeout;
    }

    @Override
    public boolean supportsWatchList() {
        return supportsWatchList;
    }

    @Override
    public KubernetesList<KubernetesObject> list(Context context, ListOptions options)
            throws IOException, InterruptedException {
        log.add("list", asked(options));
        JsonNode answer = answer("list", script.nextList(options));
        if (answer.path("kind").asString("").equals("Table")) {
            throw new Failures.TableException();
        }
        List<KubernetesObject> items = new ArrayList<>();
        answer.path("items").forEach(item -> items.add(objects.object(item)));
        return new KubernetesList<>(
                new ListMeta(
                        answer.path("resourceVersion").asString(""), answer.path("continue").asString(null),
                        answer.has("remainingItemCount") ? (Long) answer.path("remainingItemCount").longValue() : null,
                        Map.of()),
                items);
    }

    @Override
    public Watch<KubernetesObject> watch(Context context, ListOptions options)
            throws IOException, InterruptedException {
        ObjectNode asked = asked(options).put("resourceVersion", options.resourceVersion());
        if (options.allowWatchBookmarks()) {
            asked.put("allowWatchBookmarks", true);
        }
        if (options.sendInitialEvents() != null) {
            asked.put("sendInitialEvents", options.sendInitialEvents());
        }
        Duration timeout = options.timeout();
        asked.put("timeoutInRange", timeout != null && timeout.compareTo(shortestTimeout) >= 0
                && timeout.compareTo(shortestTimeout.multipliedBy(2)) <= 0);
        int number = countWatch();
        log.add("watch", asked);
        JsonNode answer = answer("watch", script.nextWatch(options));
        Opened opened = new Opened();
        opened.streamsTheState = Boolean.TRUE.equals(options.sendInitialEvents());
        send(opened.stream, answer);
        if (answer.path("close").asBoolean(false)) {
            opened.stream.finish();
        }
        lock.lock();
        try {
            streams.put(number, opened);
        } finally {
            lock.unlock();
        }
        return opened.stream;
    }

    private int countWatch() {
        lock.lock();
        try {
            return ++watches;
        } finally {
            lock.unlock();
        }
    }

    private void send(ScriptedStream<KubernetesObject> stream, JsonNode parent) {
        parent.path("events").forEach(event -> stream.send(objects.event(event)));
    }

    private static ObjectNode asked(ListOptions options) {
        ObjectNode asked = Difference.object();
        if (!options.resourceVersion().isEmpty()) {
            asked.put("resourceVersion", options.resourceVersion());
        }
        if (options.resourceVersionMatch() != null) {
            asked.put("resourceVersionMatch", options.resourceVersionMatch().text());
        }
        if (options.limit() != 0) {
            asked.put("limit", options.limit());
        }
        if (!options.continueToken().isEmpty()) {
            asked.put("continue", options.continueToken());
        }
        return asked;
    }

    /** Waits and fails as the script says. */
    private JsonNode answer(String call, Optional<JsonNode> scripted) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            if (scripted.isPresent() && scripted.get().path("block").asBoolean(false)) {
                int before = releases;
                blocked.add(call);
                while (releases == before && !over) {
                    answered.await();
                }
                blocked.remove(call);
            }
            while (scripted.isEmpty() && !over) {
                answered.await();
            }
            if (over) {
                throw new IOException("the trace is over");
            }
        } finally {
            lock.unlock();
        }
        JsonNode answer = scripted.orElseThrow();
        if (answer.has("error")) {
            throw Failures.of(answer.path("error"));
        }
        return answer;
    }

    /** Whether the state that the store gets now came from a stream. Go collects that state in a map, without order. */
    boolean takeStreamedState() {
        lock.lock();
        try {
            for (Opened opened : streams.values()) {
                if (opened.streamsTheState && !opened.stream.isStopped()) {
                    opened.streamsTheState = false;
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Sends events on the newest open stream. */
    void emit(JsonNode events) {
        send(newest(), events);
    }

    void closeWatch() {
        newest().finish();
    }

    private ScriptedStream<KubernetesObject> newest() {
        lock.lock();
        try {
            return streams.descendingMap().values().stream()
                    .map(opened -> opened.stream)
                    .filter(ScriptedStream::isOpen)
                    .findFirst()
                    .orElseThrow(NoOpenWatchException::new);
        } finally {
            lock.unlock();
        }
    }

    /** Lets the calls answer that the script blocks. */
    void release() {
        lock.lock();
        try {
            releases++;
            answered.signalAll(); // answer waits for it
        } finally {
            lock.unlock();
        }
    }

    ArrayNode openWatches() {
        ArrayNode numbers = TraceJson.MAPPER.createArrayNode();
        lock.lock();
        try {
            streams.forEach((number, opened) -> {
                if (opened.stream.isOpen()) {
                    numbers.add(number);
                }
            });
        } finally {
            lock.unlock();
        }
        return numbers;
    }

    /** The kind of call that the script blocks now; null if there is none. */
    @Nullable String blocked() {
        lock.lock();
        try {
            return blocked.isEmpty() ? null : blocked.getFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Lets every call that hangs fail, and ends every stream. */
    void end() {
        lock.lock();
        try {
            over = true;
            answered.signalAll(); // answer must not wait any more
            streams.values().forEach(opened -> opened.stream.close());
        } finally {
            lock.unlock();
        }
    }
}
