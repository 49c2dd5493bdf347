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
 * Who an object is and which version of it this is. Upstream: {@code metav1.ObjectMeta}.
 *
 * @param namespace null or empty: it lives in none
 * @param resourceVersion changes with every change of the object; opaque, null: not stored yet
 * @param generation counts the changes of what is wanted, those of the status not included
 * @param deletionTimestamp when it is to be gone; null: nobody has asked for its deletion
 * @param deletionGracePeriodSeconds how long it is given to end by itself once its deletion is asked for
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

    /** No name, no version, nothing. */
    public static final ObjectMeta EMPTY = named("", "");

    /** Metadata with just a namespace and a name; an empty text means none. */
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

    /** With one label more, or another value for one that is there. */
    public ObjectMeta withLabel(String key, String value) {
        Map<String, String> changed = new HashMap<>(labels);
        changed.put(key, value);
        return withLabels(changed);
    }

    /** With one annotation more, or another value for one that is there. */
    public ObjectMeta withAnnotation(String key, String value) {
        Map<String, String> changed = new HashMap<>(annotations);
        changed.put(key, value);
        return withAnnotations(changed);
    }
}
