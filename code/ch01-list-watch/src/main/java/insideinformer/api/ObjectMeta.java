package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every object has: its name, its version, its labels and more. Upstream: {@code metav1.ObjectMeta}.
 *
 * @param namespace null or empty: the object lives in no namespace
 * @param resourceVersion an opaque text that changes with every change of the object; null: not stored yet
 * @param generation counts the changes of the spec
 * @param deletionTimestamp when the object will be deleted; null: nobody has asked for its deletion
 * @param deletionGracePeriodSeconds how much time it gets to end by itself when its deletion is asked for
 */
public record ObjectMeta(
        @Nullable String name,
        @Nullable String generateName,
        @Nullable String namespace,
        @Nullable String uid,
        @Nullable String resourceVersion,
        @Nullable Long generation,
        @Nullable Instant creationTimestamp,
        @Nullable Instant deletionTimestamp,
        @Nullable Long deletionGracePeriodSeconds,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<String> finalizers,
        List<OwnerReference> ownerReferences,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ObjectMeta {
        labels = CompactMap.copyOf(labels);
        annotations = CompactMap.copyOf(annotations);
        finalizers = finalizers == null ? List.of() : List.copyOf(finalizers);
        ownerReferences = ownerReferences == null ? List.of() : List.copyOf(ownerReferences);
        unknown = CompactMap.copyOf(unknown);
    }

    /** Metadata without anything. */
    public static final ObjectMeta EMPTY = named("", "");

    /** Metadata with a namespace and a name only; an empty text means none. */
    public static ObjectMeta named(String namespace, String name) {
        return new ObjectMeta(
                name.isEmpty() ? null : name, null, namespace.isEmpty() ? null : namespace,
                null, null, null, null, null, null, Map.of(), Map.of(), List.of(), List.of(), Map.of());
    }

    public ObjectMeta withResourceVersion(@Nullable String version) {
        return new ObjectMeta(
                name, generateName, namespace, uid, version, generation, creationTimestamp, deletionTimestamp,
                deletionGracePeriodSeconds, labels, annotations, finalizers, ownerReferences, unknown);
    }

    public ObjectMeta withLabels(Map<String, String> newLabels) {
        return new ObjectMeta(
                name, generateName, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp,
                deletionGracePeriodSeconds, newLabels, annotations, finalizers, ownerReferences, unknown);
    }

    public ObjectMeta withAnnotations(Map<String, String> newAnnotations) {
        return new ObjectMeta(
                name, generateName, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp,
                deletionGracePeriodSeconds, labels, newAnnotations, finalizers, ownerReferences, unknown);
    }

    public ObjectMeta withFinalizers(List<String> newFinalizers) {
        return new ObjectMeta(
                name, generateName, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp,
                deletionGracePeriodSeconds, labels, annotations, newFinalizers, ownerReferences, unknown);
    }

    public ObjectMeta withOwnerReferences(List<OwnerReference> owners) {
        return new ObjectMeta(
                name, generateName, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp,
                deletionGracePeriodSeconds, labels, annotations, finalizers, owners, unknown);
    }

    /** Adds a label, or changes its value. */
    public ObjectMeta withLabel(String key, String value) {
        Map<String, String> changed = new HashMap<>(labels);
        changed.put(key, value);
        return withLabels(changed);
    }

    /** Adds an annotation, or changes its value. */
    public ObjectMeta withAnnotation(String key, String value) {
        Map<String, String> changed = new HashMap<>(annotations);
        changed.put(key, value);
        return withAnnotations(changed);
    }

    /** Only namespace, name and version, such as {@code lab/ada@5}: annotations can hold a copy of the whole object. */
    @Override
    public String toString() {
        return (namespace == null || namespace.isEmpty() ? "" : namespace + "/")
                + (name == null ? "(without a name)" : name)
                + (resourceVersion == null ? "" : "@" + resourceVersion);
    }
}
