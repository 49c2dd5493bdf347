package insideinformer.conformance.subject;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.apiserver.admission.CheckRequest;
import insideinformer.apiserver.admission.LimitedResource;
import insideinformer.apiserver.admission.MeasuredQuota;
import insideinformer.apiserver.admission.QuotaAccessor;
import insideinformer.apiserver.admission.QuotaEvaluator;
import insideinformer.apiserver.errors.Errors;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.Evaluator;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.ObjectCountEvaluator;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.ResourceLists;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Quota admission: requests that are checked one by one, and the evaluator that also charges the quotas. */
final class QuotaAdmissionSubject implements TraceSubject {

    private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");

    @Override
    public String name() {
        return "quota-admission";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    private static final class LookupException extends IOException {}

    @Override
    public Optional<String> word(Throwable failure) {
        return switch (failure) {
            case LookupException e -> Optional.of("lookup-failed");
            case ApiException e when ApiErrors.isConflict(e) -> Optional.of("conflict");
            case ApiException e when ApiErrors.isForbidden(e) -> Optional.of("forbidden");
            case QuotaException e -> QuotaEvaluatorsSubject.wordOf(e.kind());
            default -> Optional.empty();
        };
    }

    @Override
    public JsonNode status(Throwable failure) {
        return failure instanceof ApiException e ? shape(e.status()) : Difference.nothing();
    }

    private static JsonNode shape(Status status) {
        StatusDetails details = status.details();
        ObjectNode shape = Difference.object()
                .put("code", status.code()).put("reason", status.reason()).put("status", status.status());
        return details == null
                ? shape
                : shape.put("group", textOf(details.group()))
                        .put("kind", textOf(details.kind()))
                        .put("name", textOf(details.name()));
    }

    private static String textOf(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Override
    public boolean isWhole(String op) {
        return true;
    }

    record Limited(
            @Nullable String apiGroup,
            String resource,
            @Nullable List<String> matchContains,
            @Nullable List<ScopedResourceSelectorRequirement> matchScopes) {

        LimitedResource resource(List<ScopedResourceSelectorRequirement> scopes) {
            return new LimitedResource(
                    new GroupResource(textOf(apiGroup), resource),
                    matchContains == null ? List.of() : matchContains, scopes);
        }
    }

    record Config(
            Instant now,
            QuotaFeatures features,
            @Nullable Map<String, JsonNode> objects,
            List<ResourceQuota> quotas,
            @Nullable List<Limited> limited) {}

    @Override
    public UnderTest make(JsonNode json) throws QuotaException {
        return new Admission(TraceJson.read(json, Config.class));
    }

    private static final class Admission implements UnderTest {

        private final QuotaWorld world;
        private final List<LimitedResource> limited;
        private final Server server = new Server();
        private final QuotaEvaluator evaluator;
        private JsonNode state = Difference.nothing();

        Admission(Config config) throws QuotaException {
            FakeClock clock = new FakeClock(config.now());
            this.world = new QuotaWorld(
                    config.objects(), resource -> ListFuncByNamespace.NONE, clock, config.features());
            this.limited = config.limited() == null ? List.of() : config.limited().stream()
                    .map(one -> one.resource(one.matchScopes() == null ? List.of() : one.matchScopes()))
                    .toList();
            for (ResourceQuota quota : config.quotas()) {
                server.put(MeasuredQuota.of(quota));
            }
            this.evaluator = new QuotaEvaluator(
                    server, QuotaInstall.forAdmission(clock, config.features()), limited, clock);
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws Exception {
            server.begin(args);
            return switch (op) {
                case "checkRequest" -> checkRequest(args);
                case "evaluate" -> {
                    try {
                        evaluator.evaluate(request(args));
                    } finally {
                        state = server.done();
                    }
                    yield null;
                }
                case "batch" -> batch(args);
                case "setUsed" -> {
                    server.set(TraceJson.text(args, "quota"), ResourceLists.parse(TraceJson.textsByName(args, "used")));
                    yield null;
                }
                case "quotas" -> server.asJson();
                default -> throw new IllegalArgumentException("no operation " + op);
            };
        }

        private AdmissionRequest request(JsonNode json) {
            return new AdmissionRequest(
                    AdmissionRequest.Operation.valueOf(TraceJson.text(json, "operation").toUpperCase(Locale.ROOT)),
                    QuotaWorld.resource(TraceJson.text(json, "evaluator")), json.path("subresource").asString(""),
                    json.path("namespace").asString(""), json.path("name").asString(""),
                    world.object(json, "object"), world.object(json, "oldObject"),
                    json.path("dryRun").asBoolean(false));
        }

        private JsonNode checkRequest(JsonNode args) throws Exception {
            AdmissionRequest request = request(args);
            Evaluator judge = world.evaluator(args);
            List<MeasuredQuota> before = server.all();
            List<MeasuredQuota> after = CheckRequest.check(before, request, judge, limited);
            ObjectNode changed = Difference.object();
            for (int i = 0; i < after.size(); i++) {
                if (!ResourceLists.equals(before.get(i).used(), after.get(i).used())) {
                    changed.set(after.get(i).name(), QuotaWorld.list(after.get(i).used()));
                }
            }
            after.forEach(server::put);
            state = Difference.object().put("objectNamespace", namespaceAfter(request, judge));
            return Difference.object().<ObjectNode>set("changed", changed);
        }

        /**
         * Upstream writes the request's namespace into an object that has none. Our objects never change, so this
         * computes it.
         */
        private String namespaceAfter(AdmissionRequest request, Evaluator judge) {
            KubernetesObject object = request.object();
            String own = object == null ? "" : textOf(object.metadata().namespace());
            return own.isEmpty() && object != null && judge.handles(request) && isSeen(object, judge)
                    ? request.namespace()
                    : own;
        }

        private boolean isSeen(KubernetesObject object, Evaluator judge) {
            try {
                for (LimitedResource one : limited) {
                    judge.matchingScopes(object, one.matchScopes());
                }
                return true;
            } catch (QuotaException e) {
                return false; // with a limited scope that makes no sense, upstream looks at no request
            }
        }

        private boolean isJudged(AdmissionRequest request) {
            Evaluator judge = world.find(request.resource().toString())
                    .orElseGet(() -> new ObjectCountEvaluator(request.resource(), ListFuncByNamespace.NONE, null));
            return !QuotaInstall.defaultIgnoredResources().contains(request.resource()) && judge.handles(request);
        }

        /**
         * Whether users see the text of a refusal. Recordings have such a text word for word, and of others only the
         * class.
         */
        private static boolean isShown(Exception refusal) {
            return refusal instanceof ApiException e && ApiErrors.isForbidden(e)
                    || refusal instanceof QuotaException q && q.kind() == QuotaException.Kind.UNCOVERED_SCOPES;
        }

        private JsonNode batch(JsonNode args) {
            List<AdmissionRequest> judged = new ArrayList<>();
            List<Integer> places = new ArrayList<>();
            ArrayNode answers = TraceJson.MAPPER.createArrayNode();
            for (JsonNode json : args.path("requests")) {
                AdmissionRequest request = request(json);
                if (isJudged(request)) { // no other request reaches a batch
                    judged.add(request);
                    places.add(answers.size());
                }
                answers.addObject().putNull("error");
            }
            if (!judged.isEmpty()) {
                List<Optional<Exception>> refusals =
                        evaluator.evaluateBatch(judged.getFirst().namespace(), judged);
                for (int i = 0; i < refusals.size(); i++) {
                    ObjectNode answer = (ObjectNode) answers.get(places.get(i));
                    refusals.get(i).ifPresent(refusal -> {
                        answer.put("error", new QuotaAdmissionSubject().word(refusal).orElse(refusal.toString()));
                        if (isShown(refusal)) {
                            answer.put("message", refusal.getMessage());
                        }
                    });
                }
            }
            state = server.done();
            return answers;
        }

        @Override
        public JsonNode state() {
            return state;
        }

        @Override
        public void close() {
            evaluator.close();
        }
    }

    /** The server's quotas. Look-ups and writes fail as the step says. One thread at a time calls it. */
    private static final class Server implements QuotaAccessor {

        private final Map<String, MeasuredQuota> quotas = new LinkedHashMap<>();
        private JsonNode step = Difference.object();
        private int lookups; // of the step
        private ArrayNode updates = TraceJson.MAPPER.createArrayNode(); // of the step

        void begin(JsonNode args) {
            step = args;
            lookups = 0;
            updates = TraceJson.MAPPER.createArrayNode();
        }

        JsonNode done() {
            return Difference.object().put("lookups", lookups).set("updates", updates);
        }

        List<MeasuredQuota> all() {
            return List.copyOf(quotas.values());
        }

        void put(MeasuredQuota quota) {
            quotas.put(quota.name(), quota);
        }

        /** Replaces what is used, and raises the version by one. */
        void set(String name, Map<String, Quantity> used) {
            quotas.computeIfPresent(name, (n, stored) -> {
                ResourceQuota old = stored.quota();
                String next = String.valueOf(Long.parseLong(version(stored)) + 1);
                ResourceQuota raised = new ResourceQuota(
                        old.apiVersion(), old.kind(), old.metadata().withResourceVersion(next), old.spec(),
                        old.status(), old.unknown());
                return new MeasuredQuota(raised, stored.hard(), used);
            });
        }

        private static String version(MeasuredQuota quota) {
            return textOf(quota.quota().metadata().resourceVersion());
        }

        JsonNode asJson() {
            ObjectNode all = Difference.object();
            quotas.forEach((name, quota) -> all.putObject(name)
                    .put("resourceVersion", version(quota))
                    .set("used", QuotaWorld.list(quota.used())));
            return all;
        }

        @Override
        public List<MeasuredQuota> getQuotas(String namespace) throws IOException {
            lookups++;
            for (JsonNode failing : step.path("failLookups")) {
                if (failing.intValue() == lookups) {
                    throw new LookupException();
                }
            }
            return all().stream().filter(quota -> QuotaWorld.isIn(quota.quota(), namespace)).toList();
        }

        @Override
        public void updateQuotaStatus(MeasuredQuota quota) throws IOException {
            JsonNode script = step.path("updates").path(updates.size());
            boolean conflict = script.path("conflict").asBoolean(false);
            updates.addObject()
                    .put("quota", quota.name())
                    .put("resourceVersion", version(quota))
                    .put("outcome", conflict ? "conflict" : "ok")
                    .set("used", QuotaWorld.list(quota.used()));
            if (!conflict) {
                set(quota.name(), quota.used());
                return;
            }
            if (script.path("delete").asBoolean(false)) {
                quotas.remove(quota.name());
            }
            if (script.has("used")) {
                try {
                    set(quota.name(), ResourceLists.parse(TraceJson.textsByName(script, "used")));
                } catch (QuantityFormatException e) {
                    throw new IllegalArgumentException("no list in " + script, e);
                }
            }
            throw Errors.conflict(QUOTAS, quota.name(), "the scripted conflict");
        }
    }
}
