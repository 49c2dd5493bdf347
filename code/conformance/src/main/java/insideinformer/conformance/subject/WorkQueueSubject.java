package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.workqueue.DelayingQueue;
import insideinformer.workqueue.OrderQueue;
import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.RateLimiter;
import insideinformer.workqueue.RateLimitingQueue;
import insideinformer.workqueue.WorkQueue;
import insideinformer.workqueue.WorkQueues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Work queues: plain, delaying and rate limiting. Their clock jumps. */
public final class WorkQueueSubject implements TraceSubject {

    @Override
    public String name() {
        return "work-queue";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.empty();
    }

    /** @param order null: the queue keeps its own order, which the state cannot show */
    public record Config(
            String kind, @Nullable String order, @Nullable String name, boolean metrics, @Nullable JsonNode limiter) {}

    @Override
    public UnderTest make(JsonNode json) {
        return new QueueUnderTest(TraceJson.read(json, Config.class));
    }

    /** First in, first out, or last in, first out. The state shows it. The work queue calls it with its lock held. */
    private static final class SeenOrder implements OrderQueue<String> {

        private final boolean lastIn;
        private final ReentrantLock lock = new ReentrantLock();
        private final List<String> items = new ArrayList<>(); // guarded by lock; oldest push first
        private final List<String> touched = new ArrayList<>(); // guarded by lock; since the step began

        SeenOrder(String order) {
            lastIn = switch (order) {
                case "fifo" -> false;
                case "lifo" -> true;
                default -> throw new IllegalArgumentException("no order " + order);
            };
        }

        @Override
        public void touch(String item) {
            lock.lock();
            try {
                touched.add(item);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void push(String item) {
            lock.lock();
            try {
                items.add(item);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int len() {
            lock.lock();
            try {
                return items.size();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String pop() {
            lock.lock();
            try {
                return lastIn ? items.removeLast() : items.removeFirst();
            } finally {
                lock.unlock();
            }
        }

        void clearTouched() {
            lock.lock();
            try {
                touched.clear();
            } finally {
                lock.unlock();
            }
        }

        void show(ObjectNode state) {
            lock.lock();
            try {
                ArrayNode order = state.putArray("order");
                items.forEach(order::add);
                ArrayNode seen = state.putArray("touched");
                touched.forEach(seen::add);
            } finally {
                lock.unlock();
            }
        }
    }

    /** A limiter that keeps its answers. */
    private record SeenLimiter(RateLimiter<String> original, List<Duration> answers) implements RateLimiter<String> {

        @Override
        public Duration when(String item) {
            Duration answer = original.when(item);
            answers.add(answer);
            return answer;
        }

        @Override
        public void forget(String item) {
            original.forget(item);
        }

        @Override
        public int numRequeues(String item) {
            return original.numRequeues(item);
        }
    }

    public static final class QueueUnderTest implements UnderTest {

        private static final long UPDATE_NANOS = Duration.ofMillis(500).toNanos();

        private final Bubble bubble = new Bubble();
        private final JumpingClock clock = new JumpingClock();
        private final @Nullable SeenOrder order;
        private final @Nullable CountingMetrics metrics;
        private final WorkQueue<String> queue;
        private final @Nullable DelayingQueue<String> delaying;
        private final @Nullable RateLimitingQueue<String> limiting;
        private final List<Duration> answers = new ArrayList<>();
        private final List<Thread> drainers = new ArrayList<>();
        private boolean shutDownBegun;
        private boolean longStep; // the last operation was long enough for the periodic metrics

        public QueueUnderTest(Config config) {
            order = config.order() == null ? null : new SeenOrder(config.order());
            QueueConfig<String> settings =
                    QueueConfig.<String>named(config.name() == null ? "" : config.name()).withClock(clock);
            if (order != null) {
                settings = settings.withOrder(order);
            }
            metrics = config.metrics() ? new CountingMetrics(!config.kind().equals("plain")) : null;
            if (metrics != null) {
                settings = settings.withMetrics(metrics);
            }
            switch (config.kind()) {
                case "plain" -> {
                    limiting = null;
                    delaying = null;
                    queue = WorkQueues.newQueue(settings);
                }
                case "delaying" -> {
                    limiting = null;
                    delaying = WorkQueues.newDelayingQueue(settings);
                    queue = delaying;
                }
                case "rateLimiting" -> {
                    if (config.limiter() == null) {
                        throw new IllegalArgumentException("a rate limiting queue needs a limiter");
                    }
                    limiting = WorkQueues.newRateLimitingQueue(
                            new SeenLimiter(Limiters.of(config.limiter(), clock), answers), settings);
                    delaying = limiting;
                    queue = limiting;
                }
                default -> throw new IllegalArgumentException("no kind of queue " + config.kind());
            }
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws InterruptedException {
            bubble.settle(); // the queue's threads might have started a moment ago
            if (order != null) {
                order.clearTouched();
            }
            if (metrics != null) {
                metrics.clear();
            }
            longStep = false;
            JsonNode result = performNow(op, args);
            bubble.settle();
            return result;
        }

        private @Nullable JsonNode performNow(String op, JsonNode args) throws InterruptedException {
            switch (op) {
                case "add" -> queue.add(item(args));
                case "get" -> {
                    ObjectNode result = Difference.object();
                    queue.get().ifPresentOrElse(
                            item -> result.put("item", item), () -> result.put("shutdown", true));
                    return result;
                }
                case "done" -> queue.done(item(args));
                case "addAfter" -> need(delaying, op).addAfter(
                        item(args), Duration.ofNanos(TraceJson.number(args, "delayNanos")));
                case "addRateLimited" -> {
                    answers.clear();
                    need(limiting, op).addRateLimited(item(args));
                    return Difference.object().put("delayNanos", answers.getFirst().toNanos());
                }
                case "forget" -> need(limiting, op).forget(item(args));
                case "numRequeues" -> {
                    return Difference.object().put("count", need(limiting, op).numRequeues(item(args)));
                }
                case "step" -> {
                    long nanos = TraceJson.number(args, "nanos");
                    longStep = nanos >= UPDATE_NANOS;
                    clock.jump(Duration.ofNanos(nanos));
                }
                case "shutDown" -> {
                    shutDownBegun = true;
                    queue.shutDown();
                }
                case "shutDownWithDrain" -> {
                    shutDownBegun = true;
                    drainers.add(Thread.ofVirtual().name("drainer").start(this::drain));
                }
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            return null;
        }

        private static String item(JsonNode args) {
            return TraceJson.text(args, "item");
        }

        private static <Q> Q need(@Nullable Q layer, String op) {
            if (layer == null) {
                throw new IllegalArgumentException("this kind of queue has no operation " + op);
            }
            return layer;
        }

        private void drain() {
            try {
                queue.shutDownWithDrain();
            } catch (InterruptedException e) {
                return; // the trace is over
            }
        }

        private boolean isDraining() {
            return drainers.stream().anyMatch(Thread::isAlive);
        }

        @Override
        public JsonNode state() {
            ObjectNode state =
                    Difference.object().put("len", queue.len()).put("shuttingDown", queue.shuttingDown());
            if (shutDownBegun) {
                state.put("draining", isDraining());
            }
            if (order != null) {
                order.show(state);
            }
            if (metrics != null) {
                state.set("metrics", metrics.show(longStep));
            }
            return state;
        }

        @Override
        public void close() {
            drainers.forEach(Thread::interrupt);
            queue.shutDown();
            clock.jump(Duration.ofMinutes(1)); // so that periodic threads see the end
        }
    }
}
