package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.Service;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.json.Json;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Enforces quotas. A create or update that would use more than a quota allows is refused. One that fits is charged to
 * the quota's status before it is stored. This class only raises what is used; the resourcequota controller lowers and
 * corrects it.
 *
 * <p>Upstream: {@code admission/plugin/resourcequota/admission.go, QuotaAdmission}.
 */
public final class QuotaAdmission implements Admission {

    private final QuotaConfiguration configuration;
    private final List<LimitedResource> limited;
    private final Clock clock;
    private @Nullable QuotaEvaluator evaluator; // set by start, before the first request

    /** Quota admission as a cluster has it: nothing is limited unless a quota says so. */
    public QuotaAdmission(Clock clock) {
        this(QuotaInstall.forAdmission(clock, QuotaFeatures.ALL), List.of(), clock);
    }

    public QuotaAdmission(QuotaConfiguration configuration, List<LimitedResource> limited, Clock clock) {
        this.configuration = configuration;
        this.limited = List.copyOf(limited);
        this.clock = clock;
    }

    @Override
    public void start(ObjectStore store) {
        evaluator = new QuotaEvaluator(new StoreQuotaAccessor(store), configuration, limited, clock);
    }

    @Override
    public void admit(AdmissionAttributes attributes) throws ApiException, InterruptedException {
        boolean createsNamespace = attributes.kind().kind().equals("Namespace");
        if (attributes.operation() == AdmissionAttributes.Operation.DELETE
                || attributes.namespace().isEmpty()
                || createsNamespace) {
            return;
        }
        if (evaluator == null) {
            throw new IllegalStateException("start() must be called before the first write is admitted");
        }
        if (attributes.object() != null
                && attributes
                        .object()
                        .path("metadata")
                        .path("namespace")
                        .asString("")
                        .isEmpty()) {
            attributes.object().withObject("/metadata").put("namespace", attributes.namespace());
        }
        try {
            evaluator.evaluate(request(attributes));
        } catch (ApiException e) {
            throw e;
        } catch (QuotaException | IOException e) {
            throw Errors.plain(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        if (evaluator != null) {
            evaluator.close();
        }
    }

    private static AdmissionRequest request(AdmissionAttributes attributes) {
        GroupResource resource = attributes.resource().groupResource();
        AdmissionRequest.Operation operation =
                switch (attributes.operation()) {
                    case CREATE -> AdmissionRequest.Operation.CREATE;
                    case UPDATE -> AdmissionRequest.Operation.UPDATE;
                    case DELETE -> AdmissionRequest.Operation.DELETE;
                };
        return new AdmissionRequest(
                operation,
                resource,
                attributes.subresource(),
                attributes.namespace(),
                attributes.name(),
                typed(resource, attributes.object()),
                typed(resource, attributes.oldObject()),
                attributes.dryRun());
    }

    /** The object as its evaluator wants it; of those that are only counted the metadata is enough. */
    private static @Nullable KubernetesObject typed(GroupResource resource, @Nullable ObjectNode object) {
        if (object == null) {
            return null;
        }
        Class<? extends KubernetesObject> type =
                switch (resource.toString()) {
                    case "pods" -> Pod.class;
                    case "services" -> Service.class;
                    case "persistentvolumeclaims" -> PersistentVolumeClaim.class;
                    default -> Unstructured.class;
                };
        return Json.MAPPER.treeToValue(object, type);
    }
}
