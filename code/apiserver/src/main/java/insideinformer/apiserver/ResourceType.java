package insideinformer.apiserver;

import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.GroupVersionResource;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A kind of object and how it is served.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/generic/registry/store.go, Store}, the settings of one resource.
 *
 * @param subresources names such as {@code status}, in order
 * @param shortNames as {@code kubectl} knows them
 * @param categories such as {@code all}
 */
public record ResourceType(
        GroupVersionResource gvr,
        String kind,
        boolean namespaced,
        List<String> subresources,
        List<String> shortNames,
        List<String> categories,
        Set<Trait> traits) {

    /** Where kinds differ in the course of a write. */
    public enum Trait {
        /** metadata.generation counts the changes of the spec. */
        COUNTS_GENERATIONS,
        /** A PUT of a missing object creates it. */
        CREATES_ON_UPDATE,
        /** A PUT must name the resourceVersion that it replaces. */
        NEEDS_RESOURCE_VERSION,
        /** DELETE answers with the object instead of a Status. */
        RETURNS_DELETED_OBJECT,
        /** DELETE may first only announce the end. */
        DELETES_GRACEFULLY,
        /** It is asked by POST and answered, never stored. */
        ONLY_ANSWERED,
        /** The API server knows nothing of it but its name. */
        CUSTOM
    }

    /** A kind of somebody's own, as a CustomResourceDefinition makes it. */
    public static ResourceType custom(GroupVersionResource gvr, String kind, boolean namespaced, String... shortNames) {
        return new ResourceType(gvr, kind, namespaced, List.of("status"), List.of(shortNames), List.of(),
                Set.of(Trait.CUSTOM, Trait.COUNTS_GENERATIONS, Trait.NEEDS_RESOURCE_VERSION));
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    boolean isCustom() {
        return has(Trait.CUSTOM);
    }

    boolean hasStatus() {
        return subresources.contains("status");
    }

    GroupResource groupResource() {
        return gvr.groupResource();
    }

    GroupVersionKind gvk() {
        return new GroupVersionKind(gvr.group(), gvr.version(), kind);
    }

    /** Its name for people. */
    String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    String listKind() {
        return kind + "List";
    }
}
