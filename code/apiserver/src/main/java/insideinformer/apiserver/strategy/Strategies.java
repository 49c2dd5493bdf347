package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Trees;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which strategy each kind has, with the strategies that are a few lines long. */
public final class Strategies {

    private static final Map<String, Strategy> BY_RESOURCE = Map.ofEntries(
            Map.entry("limitranges", new LimitRanges()),
            Map.entry("namespaces", new NamespaceStrategy()),
            Map.entry("pods", new PodStrategy()),
            Map.entry("resourcequotas", new ResourceQuotaStrategy()),
            Map.entry("services", new Services()),
            Map.entry("secrets", new Secrets()),
            Map.entry("persistentvolumeclaims", new Claims()),
            Map.entry("persistentvolumes", new Volumes()),
            Map.entry("replicationcontrollers", new ReplicationControllers()),
            Map.entry("deployments", new Deployments()),
            Map.entry("replicasets", new Workloads("deployment")), // as upstream says it
            Map.entry("statefulsets", new Workloads("statefulset")),
            Map.entry("daemonsets", new DaemonSets()),
            Map.entry("jobs", new Jobs()));

    /** Upstream: {@code apiextensions-apiserver/pkg/registry/customresource/status_strategy.go}. */
    private static final Strategy CUSTOM = new Strategy() {
        @Override
        public void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {
            Trees.copyField("metadata", old, object);
        }
    };

    private Strategies() {}

    public static Strategy of(ResourceType type) {
        return type.isCustom() ? CUSTOM : BY_RESOURCE.getOrDefault(type.gvr().resource(), Strategy.PLAIN);
    }

    /** Upstream: {@code k8s.io/kubernetes/pkg/apis/core/v1/defaults.go, SetDefaults_Service}. */
    private static final class Services implements Strategy {

        @Override
        public void prepareForCreate(ObjectNode object) {
            setDefaults(object);
            object.putObject("status").putObject("loadBalancer");
        }

        @Override
        public void prepareForUpdate(ObjectNode object, ObjectNode old) {
            setDefaults(object);
        }

        private static void setDefaults(ObjectNode object) {
            ObjectNode spec = Trees.object(object, "spec");
            PodTemplates.putIfAbsent(spec, "type", "ClusterIP");
            PodTemplates.putIfAbsent(spec, "sessionAffinity", "None");
            PodTemplates.putIfAbsent(spec, "internalTrafficPolicy", "Cluster");
            for (JsonNode port : spec.path("ports")) {
                if (port instanceof ObjectNode p) {
                    PodTemplates.putIfAbsent(p, "protocol", "TCP");
                    if (!p.has("targetPort") && p.has("port")) {
                        p.set("targetPort", p.path("port"));
                    }
                }
            }
        }
    }

    /** Upstream: {@code SetDefaults_Secret}, and the conversion that encodes {@code stringData}. */
    private static final class Secrets implements Strategy {

        @Override
        public void prepareForCreate(ObjectNode object) {
            encode(object);
            PodTemplates.putIfAbsent(object, "type", "Opaque");
        }

        @Override
        public void prepareForUpdate(ObjectNode object, ObjectNode old) {
            encode(object);
            if (!object.has("type")) {
                Trees.copyField("type", old, object);
            }
        }

        @Override
        public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {
            if (!object.path("type").equals(old.path("type"))) {
                errors.invalidText("type", object.path("type").asString(""), "field is immutable");
            }
        }

        private static void encode(ObjectNode object) {
            if (object.remove("stringData") instanceof ObjectNode texts) {
                ObjectNode data = Trees.object(object, "data");
                texts.forEachEntry((key, text) -> data.put(key,
                        Base64.getEncoder().encodeToString(text.asString("").getBytes(StandardCharsets.UTF_8))));
            }
        }
    }

    /** Upstream: {@code SetDefaults_PersistentVolumeClaim}. */
    private static final class Claims implements Strategy {

        @Override
        public void prepareForCreate(ObjectNode object) {
            PodTemplates.putIfAbsent(Trees.object(object, "spec"), "volumeMode", "Filesystem");
            object.putObject("status").put("phase", "Pending");
        }
    }

    /** Upstream: {@code k8s.io/kubernetes/pkg/registry/core/persistentvolume/strategy.go}. */
    private static final class Volumes implements Strategy {

        @Override
        public void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {
            ObjectNode status = Trees.object(object, "status");
            JsonNode before = old.path("status");
            if (!status.has("lastPhaseTransitionTime") && status.path("phase").equals(before.path("phase"))) {
                Trees.copyField("lastPhaseTransitionTime", before, status);
            }
        }
    }

    /** Upstream: {@code k8s.io/kubernetes/pkg/registry/apps/daemonset/strategy.go}. */
    private static final class DaemonSets implements Strategy {

        @Override
        public void validate(ObjectNode object, FieldErrors errors) {
            TemplateSelector.validate(object.path("spec"), errors);
            TemplateSelector.validateNotEmpty(object.path("spec"), "daemonset", errors);
        }
    }

    /**
     * Only a job that brings its own selector is checked. Upstream makes one for every other job, this server does not.
     *
     * <p>Upstream: {@code k8s.io/kubernetes/pkg/registry/batch/job/strategy.go}.
     */
    private static final class Jobs implements Strategy {

        @Override
        public void validate(ObjectNode object, FieldErrors errors) {
            if (object.path("spec").path("manualSelector").asBoolean(false)) {
                TemplateSelector.validatePresent(object.path("spec"), errors);
                TemplateSelector.validate(object.path("spec"), errors);
            }
        }
    }

    /** Upstream: {@code k8s.io/kubernetes/pkg/registry/apps/deployment/strategy.go}. */
    private static final class Deployments extends Workloads {

        Deployments() {
            super("deployment");
        }

        @Override
        public void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {
            Trees.copyField("labels", old.path("metadata"), Meta.of(object));
        }
    }

    /** Upstream: {@code k8s.io/kubernetes/pkg/apis/core/v1/defaults.go, SetDefaults_ReplicationController}. */
    private static final class ReplicationControllers extends Workloads {

        ReplicationControllers() {
            super("replicationcontroller");
        }

        @Override
        public void prepareForCreate(ObjectNode object) {
            super.prepareForCreate(object);
            JsonNode labels = object.path("spec").path("template").path("metadata").path("labels");
            copyIfEmpty(labels, Trees.object(object, "spec"), "selector");
            copyIfEmpty(labels, Meta.of(object), "labels");
        }

        private static void copyIfEmpty(JsonNode labels, ObjectNode owner, String field) {
            if (!labels.isEmpty() && owner.path(field).isEmpty()) {
                owner.set(field, labels.deepCopy());
            }
        }

        @Override
        void validateSelector(JsonNode spec, FieldErrors errors) {
            TemplateSelector.validateSet(spec, errors);
        }
    }

    /** Upstream: {@code k8s.io/kubernetes/pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem}. */
    private static final class LimitRanges implements Strategy {

        @Override
        public void prepareForCreate(ObjectNode object) {
            for (JsonNode limit : object.path("spec").path("limits")) {
                if (limit instanceof ObjectNode item && item.path("type").asString("").equals("Container")) {
                    fillIn(item, "default", item.path("max"));
                    fillIn(item, "defaultRequest", item.path("default"));
                    fillIn(item, "defaultRequest", item.path("min"));
                }
            }
        }

        @Override
        public void prepareForUpdate(ObjectNode object, ObjectNode old) {
            prepareForCreate(object);
        }

        private static void fillIn(ObjectNode item, String field, JsonNode amounts) {
            amounts.forEachEntry((name, amount) -> {
                ObjectNode present = Trees.object(item, field);
                if (!present.has(name)) {
                    present.set(name, amount);
                }
            });
        }
    }

    /** What keeps a number of pods. Upstream: {@code k8s.io/kubernetes/pkg/apis/apps/v1/defaults.go}. */
    private static class Workloads implements Strategy {

        private final String name;

        Workloads(String name) {
            this.name = name;
        }

        void validateSelector(JsonNode spec, FieldErrors errors) {
            TemplateSelector.validatePresent(spec, errors);
            TemplateSelector.validateNotEmpty(spec, name, errors);
            TemplateSelector.validate(spec, errors);
        }

        @Override
        public void prepareForCreate(ObjectNode object) {
            ObjectNode spec = Trees.object(object, "spec");
            if (!spec.has("replicas")) {
                spec.put("replicas", 1);
            }
            setTemplateDefaults(spec);
        }

        @Override
        public void prepareForUpdate(ObjectNode object, ObjectNode old) {
            prepareForCreate(object);
        }

        @Override
        public void validate(ObjectNode object, FieldErrors errors) {
            if (object.path("spec").path("replicas").asLong(0) < 0) {
                errors.invalid("spec.replicas", object.path("spec").path("replicas").toString(),
                        "must be greater than or equal to 0");
            }
            validateSelector(object.path("spec"), errors);
            PodTemplates.validate(object.path("spec").path("template").path("spec"), "spec.template.spec", errors);
        }

        private static void setTemplateDefaults(ObjectNode spec) {
            ObjectNode template = Trees.object(spec, "template");
            PodTemplates.setDefaults(Trees.object(template, "spec"));
        }
    }
}
