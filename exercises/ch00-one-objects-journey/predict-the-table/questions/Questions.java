import insideinformer.api.KubernetesObject;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Service;
import insideinformer.course.check.Form;
import insideinformer.course.check.Paper;
import insideinformer.course.check.Question;
import insideinformer.course.check.Questionnaire;
import insideinformer.json.Json;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.ResourceLists;
import insideinformer.quota.SimpleRegistry;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What is the quota's {@code used}? The evaluators count; each wrong thinking is the same count of a world in which that
 * thinking would be right.
 */
public class Questions implements Questionnaire {

    private static final FakeClock NOON = new FakeClock(Instant.parse("2030-01-01T12:00:00Z"));
    private static final Form QUANTITY = answer -> {
        try {
            return Quantity.parse(answer).asDecimal().stripTrailingZeros().toPlainString();
        } catch (QuantityFormatException e) {
            throw new IllegalArgumentException("Cannot read '" + answer + "': write it like 3, 250m, 64Mi");
        }
    };

    /** Changes the objects of the world, in place; what it leaves out of the list is not there. */
    private interface Thinking {
        List<ObjectNode> of(List<ObjectNode> world);
    }

    private final String manifest = read();
    private final Map<String, Thinking> mistakes = new LinkedHashMap<>();

    public Questions() {
        mistakes.put("finished-pods-count", each("Pod", pod -> pod.putObject("status").put("phase", "Running")));
        mistakes.put("only-running-pods-count", without("Pod", pod ->
                !pod.at("/status/phase").asString().equals("Running")));
        mistakes.put("dying-pods-are-free", without("Pod", pod -> pod.at("/metadata").has("deletionTimestamp")));
        mistakes.put("namespaces-do-not-matter", each("Pod", pod ->
                ((ObjectNode) pod.get("metadata")).put("namespace", "lantern")));
        mistakes.put("init-containers-add-up", each("Pod", pod ->
                pod.at("/spec/initContainers").forEach(((ArrayNode) pod.at("/spec/containers"))::add)));
        mistakes.put("init-containers-are-free", each("Pod", pod -> ((ObjectNode) pod.get("spec")).remove("initContainers")));
        mistakes.put("services-instead-of-ports", each("Service", service -> {
            ArrayNode ports = (ArrayNode) service.at("/spec/ports");
            while (ports.size() > 1) {
                ports.remove(1);
            }
        }));
        mistakes.put("load-balancers-have-none", without("Service", service ->
                service.at("/spec/type").asString("").equals("LoadBalancer")));
        mistakes.put("every-port-is-a-node-port", each("Service", service ->
                ((ObjectNode) service.get("spec")).put("type", "NodePort")));
    }

    private static Thinking each(String kind, Consumer<ObjectNode> change) {
        return world -> {
            world.stream().filter(object -> object.get("kind").asString().equals(kind)).forEach(change);
            return world;
        };
    }

    private static Thinking without(String kind, Predicate<ObjectNode> which) {
        return world -> world.stream()
                .filter(object -> !object.get("kind").asString().equals(kind) || !which.test(object)).toList();
    }

    @Override
    public Paper ask() throws Exception {
        Map<String, Quantity> used = used(world -> world);
        Map<String, Map<String, List<String>>> wrong = new LinkedHashMap<>();
        for (Map.Entry<String, Thinking> mistake : mistakes.entrySet()) {
            addTo(wrong, used, used(mistake.getValue()), List.of(mistake.getKey()));
        }
        wrong.get("count/pods").put(used.get("pods").toString(), List.of("objects-are-counted-like-pods"));
        List<String> names = List.copyOf(mistakes.keySet());
        for (String one : names) {
            for (String other : names.subList(names.indexOf(one) + 1, names.size())) {
                Thinking both = world -> mistakes.get(other).of(mistakes.get(one).of(world));
                addTo(wrong, used, used(both), List.of(one, other));
            }
        }
        return new Paper(Map.of("shop.yaml", manifest), List.of(
                question("pods", "How many pods does the quota charge for?", used, wrong),
                question("count/pods", "How many pods does the quota count as objects?", used, wrong),
                question("requests.cpu", "How much cpu do the pods request?", used, wrong),
                question("requests.memory", "How much memory do the pods request?", used, wrong),
                question("services.nodeports", "How many node ports do the services take?", used, wrong)));
    }

    /**
     * A single mistake is likelier than two at once, so pairs come second and add only what is new. Two mistakes, or two
     * pairs, with the same answer could not be told apart: then shop.yaml needs other numbers.
     */
    private static void addTo(Map<String, Map<String, List<String>>> wrong, Map<String, Quantity> right,
            Map<String, Quantity> used, List<String> mistakes) {
        used.forEach((name, amount) -> {
            if (!amount.equals(right.get(name))) {
                List<String> known = wrong.computeIfAbsent(name, n -> new LinkedHashMap<>())
                        .putIfAbsent(amount.toString(), mistakes);
                if (known != null && known.size() == mistakes.size()) {
                    throw new IllegalStateException(name + " = " + amount + " comes from " + known + " and from " + mistakes);
                }
            }
        });
    }

    private static Question question(String name, String text, Map<String, Quantity> used,
            Map<String, Map<String, List<String>>> wrong) {
        return new Question(name, text, List.of(), QUANTITY, used.get(name).toString(), wrong.get(name),
                name.startsWith("services")
                        ? "Chapter 10, \"What people get wrong\" or ServiceEvaluator in code/ch10-quota-evaluators"
                        : "Chapter 10, \"The promises\" or PodEvaluator in code/ch10-quota-evaluators");
    }

    private Map<String, Quantity> used(Thinking thinking) throws Exception {
        List<ObjectNode> world = new ArrayList<>();
        for (String document : manifest.split("(?m)^---$")) {
            world.add((ObjectNode) new YAMLMapper().readTree(document));
        }
        List<KubernetesObject> objects = new ArrayList<>();
        for (JsonNode object : thinking.of(world)) {
            Class<? extends KubernetesObject> type = switch (object.get("kind").asString()) {
                case "Pod" -> Pod.class;
                case "Service" -> Service.class;
                case "ResourceQuota" -> ResourceQuota.class;
                default -> throw new IllegalStateException("a kind that nobody counts: " + object.get("kind"));
            };
            objects.add(Json.MAPPER.treeToValue(object, type));
        }
        ResourceQuota quota = objects.stream().filter(ResourceQuota.class::isInstance).map(ResourceQuota.class::cast)
                .findFirst().orElseThrow();
        SimpleRegistry registry = new SimpleRegistry(QuotaInstall.forControllers(resource -> namespace -> objects.stream()
                .filter(object -> object.metadata().namespace().equals(namespace))
                .filter(object -> resource.resource().equals("pods") ? object instanceof Pod : object instanceof Service)
                .toList(), NOON, QuotaFeatures.ALL).evaluators());
        return ResourceLists.calculateUsage("lantern", quota.spec().scopes(), ResourceLists.parse(quota.spec().hard()),
                registry, null).used();
    }

    private static String read() {
        try (InputStream manifest = Questions.class.getResourceAsStream("shop.yaml")) {
            return new String(manifest.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
