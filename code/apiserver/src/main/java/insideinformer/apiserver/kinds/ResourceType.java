package insideinformer.apiserver.kinds;

import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.GroupVersionResource;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A kind of object and how the server serves it. Immutable.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/generic/registry/store.go, Store}, the settings of one resource.
 */
public final class ResourceType {

    /** Where kinds differ when they are written or deleted. */
    public enum Trait {
        /** metadata.generation counts the changes of the spec. */
        COUNTS_GENERATIONS,
        /** A PUT of a missing object creates it. */
        CREATES_ON_UPDATE,
        /** A PUT must name the resourceVersion that it replaces. */
        NEEDS_RESOURCE_VERSION,
        /** DELETE answers with the object instead of a Status. */
        RETURNS_DELETED_OBJECT,
        /** The first DELETE can leave the object there for a grace period. */
        DELETES_GRACEFULLY,
        /** Clients POST it as a question; it is answered and never stored. */
        ONLY_ANSWERED,
        /** Somebody's own kind: the server knows only its name. */
        CUSTOM
    }

    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

    private final GroupVersionResource gvr;
    private final String kind;
    private final boolean namespaced;
    private final List<String> subresources;
    private final List<String> shortNames;
    private final List<String> categories;
    private final Set<Trait> traits;

    private ResourceType(Builder builder) {
        gvr = builder.gvr;
        kind = builder.kind;
        namespaced = builder.namespaced;
        subresources = builder.subresources;
        shortNames = builder.shortNames;
        categories = builder.categories;
        traits = Set.copyOf(builder.traits);
    }

    /** A kind whose objects live in namespaces. */
    public static Builder namespaced(GroupVersionResource gvr, String kind) {
        return new Builder(gvr, kind, true);
    }

    /** A kind whose objects live outside namespaces. */
    public static Builder cluster(GroupVersionResource gvr, String kind) {
        return new Builder(gvr, kind, false);
    }

    public GroupVersionResource gvr() {
        return gvr;
    }

    public String kind() {
        return kind;
    }

    public boolean namespaced() {
        return namespaced;
    }

    /** Names such as {@code status}, in order. */
    public List<String> subresources() {
        return subresources;
    }

    /** As {@code kubectl} knows them. */
    public List<String> shortNames() {
        return shortNames;
    }

    /** Such as {@code all}. */
    public List<String> categories() {
        return categories;
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    public boolean isCustom() {
        return has(Trait.CUSTOM);
    }

    public boolean hasStatus() {
        return subresources.contains("status");
    }

    /** Whether its objects are the namespaces. */
    public boolean isNamespace() {
        return groupResource().equals(NAMESPACES);
    }

    public GroupResource groupResource() {
        return gvr.groupResource();
    }

    public GroupVersionKind gvk() {
        return new GroupVersionKind(gvr.group(), gvr.version(), kind);
    }

    /** Its name for people. */
    public String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    public String listKind() {
        return kind + "List";
    }

    @Override
    public String toString() {
        return gvr.toString();
    }

    /** What a kind has beyond its name. */
    public static final class Builder {

        private final GroupVersionResource gvr;
        private final String kind;
        private final boolean namespaced;
        private List<String> subresources = List.of();
        private List<String> shortNames = List.of();
        private List<String> categories = List.of();
        private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

        private Builder(GroupVersionResource gvr, String kind, boolean namespaced) {
            this.gvr = gvr;
            this.kind = kind;
            this.namespaced = namespaced;
        }

        public Builder subresources(String... names) {
            subresources = List.of(names);
            return this;
        }

        public Builder shortNames(String... names) {
            shortNames = List.of(names);
            return this;
        }

        public Builder categories(String... names) {
            categories = List.of(names);
            return this;
        }

        public Builder traits(Trait... some) {
            traits.addAll(List.of(some));
            return this;
        }

        /** Somebody's own kind with a status, as a CustomResourceDefinition makes it. */
        public Builder custom() {
            return subresources("status")
                    .traits(Trait.CUSTOM, Trait.COUNTS_GENERATIONS, Trait.NEEDS_RESOURCE_VERSION);
        }

        public ResourceType build() {
            return new ResourceType(this);
        }
    }
}
