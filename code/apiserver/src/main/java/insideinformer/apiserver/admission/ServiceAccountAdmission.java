package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.Trees;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives a new pod the service account {@code default} if it names none, and refuses a pod whose account is missing. It
 * mounts no token, because no server here checks one.
 *
 * <p>Upstream: {@code plugin/pkg/admission/serviceaccount/admission.go, Plugin}.
 */
final class ServiceAccountAdmission implements Admission {

    private static final GroupResource ACCOUNTS = new GroupResource("", "serviceaccounts");

    private final ObjectStore store;

    ServiceAccountAdmission(ObjectStore store) {
        this.store = store;
    }

    @Override
    public void mutate(AdmissionAttributes attributes) throws ApiException {
        if (!Writes.creates(attributes, Writes.PODS)) {
            return;
        }
        ObjectNode spec = Trees.object(Writes.written(attributes), "spec");
        if (spec.path("serviceAccountName").asString("").isEmpty()) {
            spec.put("serviceAccountName", "default");
        }
        String account = spec.path("serviceAccountName").asString();
        if (store.get(ACCOUNTS, attributes.namespace(), account) == null) {
            throw Errors.forbidden(Writes.PODS, attributes.name(), "error looking up service account "
                    + attributes.namespace() + "/" + account + ": serviceaccount \"" + account + "\" not found");
        }
    }

    @Override
    public void admit(AdmissionAttributes attributes) {}
}
