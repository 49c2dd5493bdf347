package insideinformer.conformance.subject;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.reflector.Reflector;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.wait.Backoff;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reflector, between a server that follows a script and a store that logs its calls. */
public final class ReflectorSubject implements TraceSubject {

    @Override
    public String name() {
        return "reflector";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public List<String> neededRows(JsonNode config) {
        return config.path("consistencyCheck").asBoolean(false) ? List.of("RF-84") : List.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return failure instanceof ScriptedSource.NoOpenWatchException ? Optional.of("no-open-watch") : Optional.empty();
    }

    public record Config(
            String expected,
            Pauses backoff,
            long resyncPeriodNanos,
            long minWatchTimeoutNanos,
            long maxInternalErrorRetryNanos,
            long watchListPageSize,
            boolean useWatchList,
            boolean listerOptsOutOfWatchList,
            boolean consistencyCheck,
            LoggingStore.@Nullable Config store,
            @Nullable List<Boolean> shouldResync,
            @Nullable List<JsonNode> lists,
            @Nullable List<JsonNode> watches) {}

    record Pauses(long initialNanos, double factor, int steps, long capNanos, double jitter) {

        Backoff backoff() {
            return new Backoff(Duration.ofNanos(initialNanos), factor, jitter, steps, Duration.ofNanos(capNanos));
        }
    }

    @Override
    public UnderTest make(JsonNode json) {
        Config config = TraceJson.read(json, Config.class);
        return new ReflectorUnderTest(config, new Written(config));
    }

    /** The answers that stand in the trace. */
    private static final class Written implements ScriptedSource.Script {

        private final Iterator<JsonNode> lists;
        private final Iterator<JsonNode> watches;

        Written(Config config) {
            this.lists = config.lists() == null ? List.<JsonNode>of().iterator() : config.lists().iterator();
            this.watches = config.watches() == null ? List.<JsonNode>of().iterator() : config.watches().iterator();
        }

        @Override
        public Optional<JsonNode> nextList(ListOptions options) {
            return lists.hasNext() ? Optional.of(lists.next()) : Optional.empty();
        }

        @Override
        public Optional<JsonNode> nextWatch(ListOptions options) {
            return watches.hasNext() ? Optional.of(watches.next()) : Optional.empty();
        }
    }

    public static final class ReflectorUnderTest implements UnderTest {

        private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);

        private final Bubble bubble = new Bubble();
        private final ReflectorLog log = new ReflectorLog(bubble, this::last);
        private final ScriptedSource source;
        private final Reflector<KubernetesObject> reflector;
        private final List<Thread> runs = new ArrayList<>();
        private @Nullable Cancellable context; // of the last run

        public ReflectorUnderTest(Config config, ScriptedSource.Script script) {
            ScriptedObjects objects = ScriptedObjects.expecting(config.expected());
            Duration minWatch = Duration.ofNanos(config.minWatchTimeoutNanos());
            source = new ScriptedSource(
                    script, objects, log, !config.listerOptsOutOfWatchList(),
                    minWatch.compareTo(SHORTEST_WATCH) > 0 ? minWatch : SHORTEST_WATCH);
            ReflectorOptions options = ReflectorOptions.defaults()
                    .withName("reflector")
                    .withBackoff(config.backoff().backoff())
                    .withMinWatchTimeout(minWatch)
                    .withMaxInternalErrorRetryDuration(Duration.ofNanos(config.maxInternalErrorRetryNanos()))
                    .withWatchListPageSize(config.watchListPageSize())
                    .withWatchList(config.useWatchList())
                    .withClock(bubble.clock(), new Random(1))
                    .withWatchErrorHandler((of, failure) ->
                            log.add("handler", StringNode.valueOf(Failures.classOf(failure))));
            Duration resync = Duration.ofNanos(config.resyncPeriodNanos());
            if (config.shouldResync() == null) {
                options = options.withResync(resync, () -> true);
            } else {
                Iterator<Boolean> answers = config.shouldResync().iterator();
                options = options.withResync(resync, () -> {
                    boolean answer = !answers.hasNext() || answers.next();
                    log.add("shouldResync", BooleanNode.valueOf(answer));
                    return answer;
                });
            }
            if (objects.expectedGvk() != null) {
                options = options.withExpectedGvk(objects.expectedGvk());
            }
            LoggingStore.Config store =
                    config.store() == null ? new LoggingStore.Config(false, false, false, null) : config.store();
            reflector = new Reflector<>(
                    source, objects.expectedType(), LoggingStore.make(store, log, source::takeStreamedState), options);
        }

        private String last() {
            return reflector.lastSyncResourceVersion();
        }

        public Bubble bubble() {
            return bubble;
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) {
            log.clear();
            switch (op) {
                case "run" -> run(Context.background().withCancel());
                case "runStopped" -> {
                    Cancellable stopped = Context.background().withCancel();
                    stopped.cancel();
                    run(stopped);
                }
                case "stop" -> stop();
                case "advance" -> bubble.advance(Duration.ofNanos(TraceJson.number(args, "nanos")));
                case "emit" -> source.emit(args);
                case "closeWatch" -> source.closeWatch();
                case "release" -> source.release();
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            bubble.settle();
            return null;
        }

        private void run(Cancellable within) {
            context = within;
            runs.add(Thread.ofVirtual().name("run of the reflector").start(() -> reflector.run(within)));
        }

        private void stop() {
            if (context != null) {
                context.cancel();
            }
        }

        boolean isRunning() {
            return runs.stream().anyMatch(Thread::isAlive);
        }

        @Override
        public JsonNode state() {
            ObjectNode state = Difference.object().put("lastSyncResourceVersion", last()).put("running", isRunning());
            state.set("openWatches", source.openWatches());
            state.set("log", log.entries());
            if (source.blocked() != null) {
                state.put("blocked", source.blocked());
            }
            return state;
        }

        /** Ends the run, and every wait that only time ends. */
        @Override
        public void close() {
            stop();
            source.end();
            bubble.drain(() -> !isRunning());
        }
    }
}
