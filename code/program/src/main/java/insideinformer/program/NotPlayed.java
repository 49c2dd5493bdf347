package insideinformer.program;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Reports what a real cluster would do with the manifests and this program does not, and which counts are wrong
 * because of it. There is one line for each such thing that the manifests contain.
 */
final class NotPlayed {

    /** @param why what does not happen, and which counts are wrong */
    private record Gap(Predicate<Manifest> concerns, String why) {}

    private static final Set<String> WEBHOOKS = Set.of("MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration", "MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding",
            "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding");

    private static final List<Gap> GAPS = List.of(
            new Gap(m -> m.kind().equals("DaemonSet"), "there are no nodes, so a DaemonSet has no pods here. A cluster"
                    + " would count its pods, what they request and their claims"),
            new Gap(m -> m.kind().equals("CronJob"), "no schedule runs, so a CronJob has no Jobs here. A cluster would"
                    + " count its Jobs, their pods and what they request"),
            new Gap(m -> m.kind().equals("HorizontalPodAutoscaler"), "nobody scales, so each workload keeps the replicas"
                    + " that it was written with. A cluster could count more or fewer pods"),
            new Gap(m -> WEBHOOKS.contains(m.kind()), "admission webhooks and policies are not called. A cluster"
                    + " could refuse or change objects, which touches every count"),
            new Gap(NotPlayed::isCustom, "no operator runs. A cluster would count the custom objects, and what"
                    + " their operator makes of them: pods, claims, services, secrets and others"),
            new Gap(m -> !find(m.object(), "runtimeClassName").isEmpty(), "the overhead of a RuntimeClass is not added."
                    + " A cluster would count more requests.cpu and requests.memory, or refuse the pods if the class is"
                    + " missing"),
            new Gap(m -> !find(m.object(), "resourceClaimTemplateName").isEmpty(), "no ResourceClaim is made from a"
                    + " template. A cluster would count it and its devices"));

    /** Objects of controllers that do not run here: the key of a quota, and who would make the objects. */
    private static final Map<String, String> DERIVED = Map.of(
            "count/endpoints", "the endpoints controller makes one for each Service",
            "count/endpointslices.discovery.k8s.io", "the endpoint slice controller makes them for each Service",
            "count/controllerrevisions.apps", "StatefulSets and DaemonSets keep their history in them",
            "count/events", "controllers and nodes write them",
            "count/leases.coordination.k8s.io", "controllers hold them while they lead");

    private NotPlayed() {}

    static void tell(List<Manifest> manifests, Consumer<String> report) {
        for (Gap gap : GAPS) {
            List<String> titles = manifests.stream().filter(gap.concerns()).map(Manifest::title).toList();
            if (!titles.isEmpty()) {
                report.accept(listed(titles) + ": " + gap.why());
            }
        }
        Map<String, TreeSet<String>> derived = new TreeMap<>();
        for (Manifest manifest : manifests) {
            if (manifest.kind().equals("ResourceQuota")) {
                manifest.object().path("spec").path("hard").propertyNames().stream()
                        .filter(DERIVED::containsKey)
                        .forEach(key -> derived.computeIfAbsent(key, k -> new TreeSet<>()).add(manifest.title()));
            }
        }
        derived.forEach((key, quotas) -> report.accept(String.join(", ", quotas) + ": " + key + " counts only what the"
                + " manifests hold. In a cluster " + DERIVED.get(key)));
    }

    private static String listed(List<String> titles) {
        return titles.size() <= 3
                ? String.join(", ", titles)
                : String.join(", ", titles.subList(0, 2)) + " and " + (titles.size() - 2) + " more";
    }

    /** Whether the group is outside Kubernetes, which has groups without a dot and groups of k8s.io. */
    private static boolean isCustom(Manifest manifest) {
        int slash = manifest.apiVersion().indexOf('/');
        String group = slash < 0 ? "" : manifest.apiVersion().substring(0, slash);
        return group.contains(".") && !group.endsWith(".k8s.io");
    }

    /** All values of a field at any depth. */
    private static List<JsonNode> find(JsonNode tree, String field) {
        return tree.findValues(field).stream().filter(value -> !value.isNull()).toList();
    }
}
