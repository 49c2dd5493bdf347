package insideinformer.store;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Computes the usual keys: {@code namespace/name}, or {@code name} for an object outside of namespaces. As upstream,
 * the methods take any object and look at its type at run time. For null and for a type without metadata they throw
 * {@link KeyException}.
 *
 * <p>Upstream: {@code tools/cache/store.go, MetaNamespaceKeyFunc, SplitMetaNamespaceKey}; {@code
 * tools/cache/controller.go, DeletionHandlingMetaNamespaceKeyFunc}.
 */
public final class Keys {

    private Keys() {}

    // tag::metaNamespaceKey[]
    public static String metaNamespaceKey(@Nullable Object object)
            throws KeyException {
        if (object instanceof ExplicitKey explicit) {
            return explicit.key();
        }
        return objectToName(object).toString();
    }

    public static ObjectName objectToName(@Nullable Object object)
            throws KeyException {
        if (!(object instanceof KubernetesObject known)) {
            throw noMeta(object);
        }
        return nameOf(known.metadata());
    }

    static ObjectName nameOf(ObjectMeta meta) {
        return new ObjectName(orEmpty(meta.namespace()), orEmpty(meta.name()));
    }

    public static ObjectName splitMetaNamespaceKey(String key)
            throws KeyFormatException {
        return ObjectName.parse(key);
    }
    // end::metaNamespaceKey[]

    // tag::deletionHandling[]
    /** As {@link #metaNamespaceKey}; for a tombstone, its key. */
    public static String deletionHandlingMetaNamespaceKey(@Nullable Object object)
            throws KeyException {
        return switch (object) {
            case DeletedFinalStateUnknown<?> gone -> gone.key();
            case DeltaObject.Live<?> live -> metaNamespaceKey(live.value());
            case null, default -> metaNamespaceKey(object);
        };
    }

    /** As {@link #objectToName}; for a tombstone, its key, split. */
    public static ObjectName deletionHandlingObjectToName(@Nullable Object object)
            throws KeyException {
        return switch (object) {
            case DeletedFinalStateUnknown<?> gone -> ObjectName.parse(gone.key());
            case DeltaObject.Live<?> live -> objectToName(live.value());
            case null, default -> objectToName(object);
        };
    }
    // end::deletionHandling[]

    /** {@link #metaNamespaceKey} as the key function of a queue. It refuses tombstones. */
    public static <T> KeyFunc<T> metaNamespaceKeyFunc() {
        return Keys::metaNamespaceKey;
    }

    /** {@link #deletionHandlingMetaNamespaceKey} as the key function of a store, which deletes by tombstone too. */
    public static <T> KeyFunc<T> deletionHandlingMetaNamespaceKeyFunc() {
        return new KeyFunc<>() {
            @Override
            public String key(T object) throws KeyException {
                return deletionHandlingMetaNamespaceKey(object);
            }

            @Override
            public String deletionKey(DeltaObject<T> object) throws KeyException {
                return deletionHandlingMetaNamespaceKey(object);
            }
        };
    }

    /**
     * Uses the one indexed value of an object as its key. An object with no value or several has no key.
     * Upstream: {@code IndexFuncToKeyFuncAdapter}.
     */
    public static <T> KeyFunc<T> indexFuncToKeyFuncAdapter(IndexFunc<T> indexFunc) {
        return object -> {
            Collection<String> values;
            try {
                values = StoreIndex.valuesOf(indexFunc, object);
            } catch (IndexException e) {
                throw new KeyException(e.getMessage(), e);
            }
            return switch (values.size()) {
                case 0 -> throw new KeyException("unexpected empty indexKeys", null);
                case 1 -> values.iterator().next();
                default -> throw new KeyException("too many keys: " + values, null);
            };
        };
    }

    static KeyException noMeta(@Nullable Object object) {
        return new KeyException("object has no meta: " + object
                + " is no KubernetesObject; give it metadata, or a key function of its own", null);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
