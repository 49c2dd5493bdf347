package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.AdmissionAttributes.Operation;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.Trees;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives a new pod the number of its PriorityClass. A pod that names no class gets the default class, if there is one,
 * so that quotas with that class as their scope count the pod. Refuses a class that does not exist, a number that
 * contradicts the class, and a second default class.
 *
 * <p>Upstream: {@code plugin/pkg/admission/priority/admission.go, Plugin}.
 */
final class Priority implements Admission {

    private static final GroupResource CLASSES = new GroupResource("scheduling.k8s.io", "priorityclasses");

    private final ObjectStore store;

    Priority(ObjectStore store) {
        this.store = store;
    }

    @Override
    public void mutate(AdmissionAttributes attributes) throws ApiException {
        if (!Writes.writes(attributes, Writes.PODS)) {
            return;
        }
        ObjectNode spec = Trees.object(Writes.written(attributes), "spec");
        if (attributes.oldObject() == null) {
            setPriority(attributes, spec);
        } else {
            keep(spec, attributes.oldObject().path("spec"), "priority");
            keep(spec, attributes.oldObject().path("spec"), "preemptionPolicy");
        }
    }

    private void setPriority(AdmissionAttributes attributes, ObjectNode spec) throws ApiException {
        String wanted = spec.path("priorityClassName").asString("");
        Optional<ObjectNode> found = wanted.isEmpty()
                ? defaultClass()
                : Optional.ofNullable(store.get(CLASSES, "", wanted));
        if (found.isEmpty() && !wanted.isEmpty()) {
            throw forbidden(attributes, "no PriorityClass with name " + wanted + " was found");
        }
        found.ifPresent(given -> spec.put("priorityClassName", Meta.name(given)));
        int priority = found.map(Priority::value).orElse(0);
        if (spec.hasNonNull("priority") && spec.path("priority").asInt() != priority) {
            throw forbidden(attributes,
                    "the integer value of priority (" + spec.path("priority").asInt()
                            + ") must not be provided in pod spec; priority admission controller computed " + priority
                            + " from the given PriorityClass name");
        }
        spec.put("priority", priority);
        setPreemptionPolicy(
                attributes, spec, found.map(given -> given.path("preemptionPolicy").asString("")).orElse(""));
    }

    private static void setPreemptionPolicy(AdmissionAttributes attributes, ObjectNode spec, String ofClass)
            throws ApiException {
        String policy = ofClass.isEmpty() ? "PreemptLowerPriority" : ofClass;
        String given = spec.path("preemptionPolicy").asString("");
        if (!given.isEmpty() && !given.equals(policy)) {
            throw forbidden(attributes,
                    "the string value of PreemptionPolicy (" + given + ") must not be provided in pod spec;"
                            + " priority admission controller computed " + policy
                            + " from the given PriorityClass name");
        }
        spec.put("preemptionPolicy", policy);
    }

    private static void keep(ObjectNode spec, JsonNode old, String field) {
        if (!spec.hasNonNull(field) && old.hasNonNull(field)) {
            spec.set(field, old.path(field).deepCopy());
        }
    }

    @Override
    public void admit(AdmissionAttributes attributes) throws ApiException {
        if (!Writes.writes(attributes, CLASSES) || !isDefault(Writes.written(attributes))) {
            return;
        }
        Optional<String> present = defaultClass().map(Meta::name);
        if (present.isPresent()
                && (attributes.operation() == Operation.CREATE || !present.get().equals(attributes.name()))) {
            throw forbidden(attributes,
                    "PriorityClass " + present.get() + " is already marked as default. Only one default can exist");
        }
    }

    private Optional<ObjectNode> defaultClass() {
        return store.list(CLASSES, "").items().stream()
                .filter(Priority::isDefault)
                .min(Comparator.comparingInt(Priority::value));
    }

    private static boolean isDefault(JsonNode priorityClass) {
        return priorityClass.path("globalDefault").asBoolean(false);
    }

    private static int value(JsonNode priorityClass) {
        return priorityClass.path("value").asInt(0);
    }

    private static ApiException forbidden(AdmissionAttributes attributes, String why) {
        return Errors.forbidden(attributes.resource().groupResource(), attributes.name(), why);
    }
}
