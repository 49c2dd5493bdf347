package insideinformer.apiserver;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which strategy a kind has, and those that fit in a few lines. */
final class Strategies {

    private static final Map<String, Strategy> BY_RESOURCE = Map.ofEntries(
            Map.entry("limitranges", new LimitRanges()),
            Map.entry("namespaces", new NamespaceStrategy()),
            Map.entry("pods", new PodStrategy()),
            Map.entry("resourcequotas", new ResourceQuotaStrategy()),
            Map.entry("services", new Services()),
            Map.entry("secrets", new Secrets()),
            Map.entry("persistentvolumeclaims", new Claims()),
            Map.entry("replicationcontrollers", new Workloads()),
            Map.entry("deployments", new Workloads()),
            Map.entry("replicasets", new Workloads()),
            Map.entry("statefulsets", new Workloads()));

    private Strategies() {}

    static Strategy of(ResourceType type) {
        return type.isCustom() ? Strategy.PLAIN : BY_RESOURCE.getOrDefault(type.gvr().resource(), Strategy.PLAIN);
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
    private static final class Workloads implements Strategy {

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
            PodTemplates.validate(object.path("spec").path("template").path("spec"), "spec.template.spec", errors);
        }

        private static void setTemplateDefaults(ObjectNode spec) {
            ObjectNode template = Trees.object(spec, "template");
            PodTemplates.setDefaults(Trees.object(template, "spec"));
        }
    }
}
