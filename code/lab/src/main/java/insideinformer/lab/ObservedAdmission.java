package insideinformer.lab;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.AdmissionAttributes;
import insideinformer.apiserver.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Passes every write on to the admission proper and tells what it did to the quotas of the namespace. */
public final class ObservedAdmission implements Admission {

    private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");

    private final Admission admission;
    private final Observer observer;
    private @Nullable ObjectStore store; // set once by start, before the first write

    public ObservedAdmission(Admission admission, Observer observer) {
        this.admission = admission;
        this.observer = observer;
    }

    @Override
    public void start(ObjectStore newStore) {
        store = newStore;
        admission.start(newStore);
    }

    @Override
    public void mutate(AdmissionAttributes write) throws ApiException, InterruptedException {
        admission.mutate(write);
    }

    @Override
    public void admit(AdmissionAttributes write) throws ApiException, InterruptedException {
        if (write.operation() != AdmissionAttributes.Operation.CREATE || !write.subresource().isEmpty()) {
            admission.admit(write);
            return;
        }
        Map<String, JsonNode> before = used(write.namespace());
        try {
            admission.admit(write);
        } catch (ApiException e) {
            see(write, "refuses: " + e.getMessage());
            throw e;
        }
        used(write.namespace()).forEach((quota, used) ->
                change(before.get(quota), used).ifPresent(change -> see(write, "charges quota " + quota + ": "
                        + change)));
    }

    private void see(AdmissionAttributes write, String text) {
        observer.seen(new Sighting(
                Stage.ADMISSION, write.kind().kind(), write.namespace() + "/" + write.name(), text));
    }

    private Map<String, JsonNode> used(String namespace) {
        Map<String, JsonNode> used = new TreeMap<>();
        if (store != null && !namespace.isEmpty()) {
            for (ObjectNode quota : store.list(QUOTAS, namespace).items()) {
                used.put(quota.path("metadata").path("name").asString(), quota.path("status").path("used"));
            }
        }
        return used;
    }

    private static Optional<String> change(@Nullable JsonNode before, JsonNode after) {
        List<String> changes = new ArrayList<>();
        for (Map.Entry<String, JsonNode> amount : after.properties()) {
            String old = before == null ? "-" : before.path(amount.getKey()).asString("-");
            if (!old.equals(amount.getValue().asString())) {
                changes.add(amount.getKey() + " " + old + " -> " + amount.getValue().asString());
            }
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", changes));
    }

    @Override
    public void close() {
        admission.close();
    }
}
