package insideinformer.apiserver.tables;

import insideinformer.apiserver.store.Meta;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The columns of pods. Upstream: {@code k8s.io/kubernetes/pkg/printers/internalversion/printers.go, printPod}. */
final class PodColumns {

    static final List<Column> ALL = List.of(
            Columns.text("Ready", "Containers that are ready, of all.", PodColumns::ready),
            Columns.text("Status", "What the pod is doing, in one word.", PodColumns::status),
            Columns.text("Restarts", "How often its containers were started again.", PodColumns::restarts),
            Columns.wide("IP", "Its address.", o -> Columns.orNone(Columns.at(o, "/status/podIP"))),
            Columns.wide("Node", "The node it runs on.", o -> Columns.orNone(Columns.at(o, "/spec/nodeName"))),
            Columns.wide("Nominated Node", "The node that makes room for it.",
                    o -> Columns.orNone(Columns.at(o, "/status/nominatedNodeName"))),
            Columns.wide("Readiness Gates", "Conditions that must also be true, and how many are.", PodColumns::gates));

    private PodColumns() {}

    private static String ready(ObjectNode pod) {
        long ready = pod.at("/status/containerStatuses").valueStream()
                .filter(c -> c.path("ready").asBoolean(false) && c.path("state").has("running"))
                .count();
        return ready + "/" + pod.at("/spec/containers").size();
    }

    private static String status(ObjectNode pod) {
        String reason = Columns.at(pod, "/status/reason");
        String status = reason.isEmpty() ? Columns.at(pod, "/status/phase") : reason;
        for (JsonNode container : pod.at("/status/containerStatuses")) {
            JsonNode state = container.path("state");
            String why = state.path("waiting").path("reason")
                    .asString(state.path("terminated").path("reason").asString(""));
            status = why.isEmpty() ? status : why;
        }
        if (Meta.isTerminating(pod)) {
            return reason.equals("NodeLost") ? "Unknown" : "Terminating";
        }
        return status;
    }

    private static String restarts(ObjectNode pod) {
        long restarts = pod.at("/status/containerStatuses").valueStream()
                .mapToLong(c -> c.path("restartCount").asLong(0))
                .sum();
        return Long.toString(restarts);
    }

    private static String gates(ObjectNode pod) {
        JsonNode gates = pod.at("/spec/readinessGates");
        if (gates.isEmpty()) {
            return "<none>";
        }
        long met = gates.valueStream()
                .filter(g -> pod.at("/status/conditions").valueStream()
                        .anyMatch(c -> c.path("type").equals(g.path("conditionType"))
                                && c.path("status").asString("").equals("True")))
                .count();
        return met + "/" + gates.size();
    }
}
