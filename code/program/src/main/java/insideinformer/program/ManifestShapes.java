package insideinformer.program;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import insideinformer.api.ConfigMap;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Service;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.yaml.YamlDocument;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Refuses a manifest with the wrong kind of value, such as a list where the kind has a mapping. It checks what the
 * records of the API model; the server checks the rest. A null counts as no value.
 */
final class ManifestShapes {

    private static final Map<String, Class<?>> CORE = Map.of(
            "Pod", Pod.class, "Service", Service.class, "ConfigMap", ConfigMap.class, "Namespace", Namespace.class,
            "ResourceQuota", ResourceQuota.class, "PersistentVolumeClaim", PersistentVolumeClaim.class);

    /** The places of pod templates in workloads. */
    private static final List<String> TEMPLATES = List.of("/spec/template", "/spec/jobTemplate/spec/template");

    private final Manifest manifest;

    private ManifestShapes(Manifest manifest) {
        this.manifest = manifest;
    }

    static void check(Manifest manifest) throws UserError {
        ManifestShapes shapes = new ManifestShapes(manifest);
        Class<?> type = manifest.group().isEmpty()
                ? CORE.getOrDefault(manifest.kind(), Unstructured.class) : Unstructured.class;
        shapes.checkRecord("", manifest.object(), type);
        if (ManifestChecks.isWorkload(manifest)) {
            for (String at : TEMPLATES) {
                shapes.check(at, manifest.object().at(at), Pod.class);
            }
        }
    }

    private void check(String at, JsonNode value, Type type) throws UserError {
        if (value.isMissingNode() || value.isNull()) {
            return;
        }
        if (type instanceof ParameterizedType of && of.getRawType() == List.class) {
            require(value.isArray(), at, value, "a list");
            for (int i = 0; i < value.size(); i++) {
                check(at + "/" + i, value.get(i), of.getActualTypeArguments()[0]);
            }
        } else if (type instanceof ParameterizedType of && of.getRawType() == Map.class) {
            require(value.isObject(), at, value, "a mapping");
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                check(YamlDocument.child(at, entry.getKey()), entry.getValue(), of.getActualTypeArguments()[1]);
            }
        } else if (type instanceof Class<?> c && c.isRecord() && c.getPackage() == ObjectMeta.class.getPackage()) {
            checkRecord(at, value, c);
        } else if (type == String.class) {
            require(!value.isContainer(), at, value, "a single value");
            // an amount can be a number; metadata is always text, and the client would turn a number into one
            require(value.isString() || !isMetadata(at), at, value, "a text; write it in quotes");
        }
    }

    private static boolean isMetadata(String at) {
        return at.startsWith("/metadata/") || at.contains("/template/metadata/");
    }

    private void checkRecord(String at, JsonNode value, Class<?> type) throws UserError {
        require(value.isObject(), at, value, "a mapping");
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonAnyGetter.class)) {
                continue;
            }
            JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
            String field = other == null ? component.getName() : other.value();
            check(YamlDocument.child(at, field), value.path(field), component.getGenericType());
        }
    }

    private void require(boolean fits, String at, JsonNode value, String wanted) throws UserError {
        if (!fits) {
            String found = value.isArray() ? "a list" : value.isObject() ? "a mapping"
                    : "`" + ManifestChecks.cut(value.asString()) + "`";
            String field = at.substring(1).replace('/', '.').replace("~1", "/").replace("~0", "~");
            throw new UserError("%s: %s of %s is %s here and must be %s".formatted(
                    manifest.place(at), field, manifest.title(), found, wanted));
        }
    }
}
