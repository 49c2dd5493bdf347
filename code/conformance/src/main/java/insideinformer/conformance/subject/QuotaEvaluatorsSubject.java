package insideinformer.conformance.subject;

import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaSpec;
import insideinformer.api.ScopeSelector;
import insideinformer.api.Service;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.AggregateException;
import insideinformer.quota.CalculatedUsage;
import insideinformer.quota.GenericEvaluation;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.PodEvaluator;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.ResourceLists;
import insideinformer.quota.ServiceEvaluator;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.UsageStatsException;
import insideinformer.quota.UsageStatsOptions;
import insideinformer.wait.Clock;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The evaluators: what an object uses, which quotas it falls under, and the sums of both. */
final class QuotaEvaluatorsSubject implements TraceSubject {

    /** The original's update filter has its own clock. No recording depends on it. */
    private static final Clock FILTER_CLOCK = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));

    private static final String ANY_VERSION = "v1";

    private final String name;

    /** @param name {@code quota-usage} or {@code quota-scopes}; both ask the evaluators */
    QuotaEvaluatorsSubject(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of("QE-47");
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return switch (failure) {
            case QuotaException e -> wordOf(e.kind());
            case AggregateException e -> word(e.errors().getFirst());
            default -> Optional.empty();
        };
    }

    static Optional<String> wordOf(QuotaException.Kind kind) {
        return Optional.ofNullable(switch (kind) {
            case CONSTRAINTS -> "constraints";
            case WRONG_TYPE -> "wrong-type";
            case BAD_SELECTOR -> "bad-selector";
            case LIST_FAILED -> "list-failed";
            case UNCOVERED_SCOPES -> "uncovered-scopes";
            case NO_QUOTA -> "no-quota";
            case BAD_QUANTITY -> null;
        });
    }

    @Override
    public boolean isWhole(String op) {
        return !op.equals("installed");
    }

    record Config(
            Instant now,
            QuotaFeatures features,
            @Nullable Map<String, JsonNode> objects,
            @Nullable Map<String, ResourceQuota> quotaObjects,
            @Nullable List<String> optional) {}

    @Override
    public UnderTest make(JsonNode json) {
        return new Evaluators(TraceJson.read(json, Config.class));
    }

    private static final class Evaluators implements UnderTest {

        private final MovableClock clock;
        private final QuotaFeatures features;
        private final Map<String, ResourceQuota> quotas;
        private final QuotaWorld world;
        private Map<String, ListFuncByNamespace> listers = Map.of(); // by resource, during the step
        private ListFuncByNamespace otherLister = namespace -> List.of(); // of all others, during the step
        private ObjectNode state = Difference.object();

        Evaluators(Config config) {
            this.clock = new MovableClock(config.now());
            this.features = config.features();
            this.quotas = config.quotaObjects() == null ? Map.of() : config.quotaObjects();
            this.world = new QuotaWorld(
                    config.objects(),
                    resource -> namespace -> listers
                            .getOrDefault(resource.groupResource().toString(), otherLister).list(namespace),
                    clock, features);
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws Exception {
            state = Difference.object();
            return switch (op) {
                case "setClock" -> {
                    clock.now = Instant.parse(TraceJson.text(args, "now"));
                    yield null;
                }
                case "usage" -> QuotaWorld.list(world.evaluator(args).usage(world.reference(args, "object")));
                case "usageStats" -> usageStats(args);
                case "matchingResources" ->
                    TraceJson.tree(world.evaluator(args).matchingResources(TraceJson.texts(args, "names")));
                case "constraints" -> {
                    world.evaluator(args)
                            .constraints(TraceJson.texts(args, "required"), world.reference(args, "object"));
                    yield null;
                }
                case "handles" -> BooleanNode.valueOf(world.evaluator(args).handles(request(args)));
                case "isTerminating" ->
                    BooleanNode.valueOf(PodEvaluator.isTerminating(world.object(args, "object", Pod.class)));
                case "quotaPod" ->
                    BooleanNode.valueOf(PodEvaluator.quotaV1Pod(world.object(args, "object", Pod.class), clock));
                case "serviceType" -> StringNode.valueOf(
                        ServiceEvaluator.getQuotaServiceType(world.object(args, "object", Service.class)));
                case "countName" -> StringNode.valueOf(GenericEvaluation.objectCountQuotaResourceNameFor(
                        new GroupResource(TraceJson.text(args, "group"), TraceJson.text(args, "resource"))));
                case "updateFilter" -> BooleanNode.valueOf(QuotaInstall.defaultUpdateFilter(FILTER_CLOCK, features)
                        .test(version(QuotaWorld.resource(TraceJson.text(args, "resource"))),
                                world.reference(args, "old"), world.reference(args, "new")));
                case "installed" -> installed();
                case "matchingScopes" -> QuotaWorld.terms(world.evaluator(args)
                        .matchingScopes(world.reference(args, "object"), QuotaWorld.terms(args, "scopes")));
                case "uncoveredScopes" -> QuotaWorld.terms(world.evaluator(args).uncoveredQuotaScopes(
                        QuotaWorld.terms(args, "limited"), QuotaWorld.terms(args, "matched")));
                case "matches" -> BooleanNode.valueOf(world.evaluator(args)
                        .matches(args.path("quota").isNull() ? null : quota(args), world.reference(args, "object")));
                case "calculateUsage" -> calculateUsage(args);
                default -> throw new IllegalArgumentException("no operation " + op);
            };
        }

        private static GroupVersionResource version(GroupResource resource) {
            return new GroupVersionResource(resource.group(), ANY_VERSION, resource.resource());
        }

        private ResourceQuota quota(JsonNode args) {
            String key = TraceJson.text(args, "quota");
            return Optional.ofNullable(quotas.get(key)).orElseThrow(
                    () -> new IllegalArgumentException("no quota " + key + "; there are " + quotas.keySet()));
        }

        private AdmissionRequest request(JsonNode args) {
            return new AdmissionRequest(
                    AdmissionRequest.Operation.valueOf(TraceJson.text(args, "operation").toUpperCase(Locale.ROOT)),
                    world.evaluator(args).groupResource(), args.path("subresource").asString(""), "", "",
                    world.object(args, "object"), world.object(args, "oldObject"), false);
        }

        private JsonNode usageStats(JsonNode args) throws UsageStatsException {
            List<KubernetesObject> listed = world.objects(args, "objects");
            otherLister = namespace -> listed.stream().filter(object -> QuotaWorld.isIn(object, namespace)).toList();
            listers = failing(args);
            try {
                return QuotaWorld.list(world.evaluator(args)
                        .usageStats(new UsageStatsOptions(
                                TraceJson.text(args, "namespace"), TraceJson.texts(args, "scopes"),
                                TraceJson.texts(args, "resources"), selector(args.path("selector"))))
                        .used());
            } catch (UsageStatsException e) {
                state.set("used", QuotaWorld.list(e.partial().used()));
                throw e;
            }
        }

        /** A trace has either the terms alone or the object that holds them. */
        private static @Nullable ScopeSelector selector(JsonNode json) {
            if (json.isArray()) {
                return new ScopeSelector(
                        QuotaWorld.terms(Difference.object().<ObjectNode>set("terms", json), "terms"), Map.of());
            }
            return json.isObject() ? TraceJson.read(json, ScopeSelector.class) : null;
        }

        private JsonNode calculateUsage(JsonNode args) throws QuantityFormatException, AggregateException {
            List<KubernetesObject> listed = world.objects(args, "objects");
            otherLister = namespace -> List.of();
            Map<String, ListFuncByNamespace> byResource = new HashMap<>();
            for (KubernetesObject object : listed) {
                String resource = QuotaWorld.resourceOf(object).toString();
                byResource.put(resource, namespace -> listed.stream()
                        .filter(one -> QuotaWorld.resourceOf(one).toString().equals(resource))
                        .filter(one -> QuotaWorld.isIn(one, namespace))
                        .toList());
            }
            byResource.putAll(failing(args));
            listers = byResource;
            ResourceQuotaSpec spec = quota(args).spec();
            if (spec == null) {
                throw new IllegalArgumentException("quota " + args.path("quota") + " has no spec");
            }
            CalculatedUsage usage = ResourceLists.calculateUsage(
                    TraceJson.text(args, "namespace"), spec.scopes(), ResourceLists.parse(spec.hard()),
                    new SimpleRegistry(world.evaluators()), spec.scopeSelector());
            if (usage.error().isPresent()) {
                state.set("used", QuotaWorld.list(usage.used()));
                throw usage.error().get();
            }
            return QuotaWorld.list(usage.used());
        }

        private static Map<String, ListFuncByNamespace> failing(JsonNode args) {
            Map<String, ListFuncByNamespace> failing = new HashMap<>();
            for (String resource : TraceJson.texts(args, "failing")) {
                failing.put(resource, namespace -> {
                    throw new IOException("the scripted failure");
                });
            }
            return failing;
        }

        private JsonNode installed() {
            Set<String> names = new TreeSet<>();
            QuotaInstall.forAdmission(clock, features).evaluators()
                    .forEach(evaluator -> names.add(evaluator.groupResource().toString()));
            Set<String> ignored = new TreeSet<>();
            QuotaInstall.defaultIgnoredResources().forEach(resource -> ignored.add(resource.toString()));
            return Difference.object()
                    .<ObjectNode>set("evaluators", TraceJson.tree(names))
                    .set("ignored", TraceJson.tree(ignored));
        }

        @Override
        public JsonNode state() {
            return state;
        }
    }

    /** A clock that a trace can also turn back. Nothing waits on it. */
    private static final class MovableClock implements Clock {

        private volatile Instant now;

        MovableClock(Instant now) {
            this.now = now;
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer newTimer(Duration delay, Runnable action) {
            throw new UnsupportedOperationException("evaluators look at the time and wait for nothing");
        }
    }
}
