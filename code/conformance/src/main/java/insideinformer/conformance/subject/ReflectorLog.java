package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a Reflector did since the last step began, each entry with the version it had reached. For any thread. */
final class ReflectorLog {

    private final Bubble bubble;
    private final Supplier<String> last;
    private final ReentrantLock lock = new ReentrantLock();
    private ArrayNode entries = TraceJson.MAPPER.createArrayNode(); // guarded by lock

    /** @param last the version that the Reflector has reached */
    ReflectorLog(Bubble bubble, Supplier<String> last) {
        this.bubble = bubble;
        this.last = last;
    }

    void add(String what, JsonNode value) {
        add(Difference.object().set(what, value));
    }

    void add(ObjectNode entry) {
        entry.put("last", last.get());
        lock.lock();
        try {
            entries.add(entry);
        } finally {
            lock.unlock();
        }
        bubble.seen();
    }

    /** A step begins. */
    void clear() {
        lock.lock();
        try {
            entries = TraceJson.MAPPER.createArrayNode();
        } finally {
            lock.unlock();
        }
    }

    ArrayNode entries() {
        lock.lock();
        try {
            return entries.deepCopy();
        } finally {
            lock.unlock();
        }
    }
}
