package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the question what a client is allowed to do, as {@code kubectl auth can-i} asks it. The server allows
 * everything to everybody, so the answer is always yes. Nothing is stored.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/registry/authorization/selfsubjectaccessreview/rest.go}, and {@code
 * selfsubjectrulesreview}.
 */
final class AccessReviews {

    private static final ResourceType ACCESS = type("selfsubjectaccessreviews", "SelfSubjectAccessReview");
    private static final ResourceType RULES = type("selfsubjectrulesreviews", "SelfSubjectRulesReview");
    static final List<ResourceType> ALL = List.of(ACCESS, RULES);

    private AccessReviews() {}

    static Optional<ResourceType> find(GroupVersionResource gvr) {
        return ALL.stream().filter(type -> type.gvr().equals(gvr)).findFirst();
    }

    /** Writes the answer into the question. */
    static void answer(ResourceType type, ObjectNode review) throws ApiException {
        ObjectNode status = Json.MAPPER.createObjectNode();
        if (type.equals(ACCESS)) {
            requireOneQuestion(review);
            status.put("allowed", true);
        } else {
            ObjectNode resources = status.putArray("resourceRules").addObject();
            resources.putArray("verbs").add("*");
            resources.putArray("apiGroups").add("*");
            resources.putArray("resources").add("*");
            ObjectNode others = status.putArray("nonResourceRules").addObject();
            others.putArray("verbs").add("*");
            others.putArray("nonResourceURLs").add("*");
            status.put("incomplete", false);
        }
        review.set("status", status);
    }

    private static void requireOneQuestion(ObjectNode review) throws ApiException {
        boolean resource = review.path("spec").path("resourceAttributes").isObject();
        boolean other = review.path("spec").path("nonResourceAttributes").isObject();
        FieldErrors errors = new FieldErrors();
        if (resource && other) {
            errors.invalid("spec.nonResourceAttributes", review.path("spec").path("nonResourceAttributes").toString(),
                    "cannot be specified in combination with resourceAttributes");
        } else if (!resource && !other) {
            errors.invalid("spec.resourceAttributes", "null",
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        errors.throwIfAny(ACCESS.gvr().group(), ACCESS.kind(), "");
    }

    private static ResourceType type(String plural, String kind) {
        return ResourceType.cluster(new GroupVersionResource("authorization.k8s.io", "v1", plural), kind)
                .traits(ResourceType.Trait.ONLY_ANSWERED).build();
    }
}
