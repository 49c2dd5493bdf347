package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.Trees;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives the default StorageClass to a new claim that names no class, so that quotas of that class count the claim. Of
 * several default classes it takes the newest. A claim whose class is the empty text keeps it.
 *
 * <p>Upstream: {@code plugin/pkg/admission/storage/storageclass/setdefault/admission.go, claimDefaulterPlugin}.
 */
final class DefaultStorageClass implements Admission {

    private static final GroupResource CLASSES = new GroupResource("storage.k8s.io", "storageclasses");
    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    private final ObjectStore store;

    DefaultStorageClass(ObjectStore store) {
        this.store = store;
    }

    @Override
    public void mutate(AdmissionAttributes attributes) {
        if (!Writes.creates(attributes, Writes.CLAIMS) || hasClass(Writes.written(attributes))) {
            return;
        }
        defaultClass().ifPresent(found ->
                Trees.object(Writes.written(attributes), "spec").put("storageClassName", Meta.name(found)));
    }

    @Override
    public void admit(AdmissionAttributes attributes) {}

    private static boolean hasClass(JsonNode claim) {
        return claim.path("spec").hasNonNull("storageClassName")
                || claim.path("metadata").path("annotations").has(CLASS_ANNOTATION);
    }

    private Optional<ObjectNode> defaultClass() {
        return store.list(CLASSES, "").items().stream()
                .filter(DefaultStorageClass::isDefault)
                .min(Comparator.comparing(DefaultStorageClass::created).reversed().thenComparing(Meta::name));
    }

    private static boolean isDefault(JsonNode storageClass) {
        JsonNode annotations = storageClass.path("metadata").path("annotations");
        return annotations.path("storageclass.kubernetes.io/is-default-class").asString("").equals("true")
                || annotations.path("storageclass.beta.kubernetes.io/is-default-class").asString("").equals("true");
    }

    private static String created(ObjectNode storageClass) {
        return Meta.text(storageClass, "creationTimestamp");
    }
}
