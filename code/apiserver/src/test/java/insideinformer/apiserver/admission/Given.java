package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.Service;
import insideinformer.api.Unstructured;
import insideinformer.json.Json;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.AdmissionRequest.Operation;
import insideinformer.quota.QuotaException;
import insideinformer.quota.ResourceLists;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Quotas and requests, written down briefly: JSON with single quotes, amounts as {@code cpu=1,pods=2}. */
final class Given {

    static final GroupResource PODS = new GroupResource("", "pods");
    static final GroupResource SERVICES = new GroupResource("", "services");
    static final GroupResource CLAIMS = new GroupResource("", "persistentvolumeclaims");
    static final GroupResource WIDGETS = new GroupResource("toys.example", "widgets");

    private Given() {}

    /** A quota that the controller has counted. */
    static MeasuredQuota quota(String name, String hard, String used) throws QuotaException {
        return quota(name, hard, used, "");
    }

    /** @param spec further fields of the spec, each ending in a comma */
    static MeasuredQuota quota(String name, String hard, String used, String spec) throws QuotaException {
        return MeasuredQuota.of(quotaObject(name, hard, used, spec));
    }

    static ResourceQuota quotaObject(String name, String hard, String used, String spec) {
        return read(
                ResourceQuota.class,
                "{'metadata':{'name':'" + name + "','namespace':'lantern','resourceVersion':'1'},'spec':{" + spec
                        + "'hard':" + amounts(hard) + "},'status':{'hard':" + amounts(hard) + ",'used':" + amounts(used)
                        + "}}");
    }

    static String amounts(String list) {
        return Stream.of(list.split(","))
                .filter(e -> !e.isEmpty())
                .map(e -> "'" + e.replace("=", "':'") + "'")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A pod with one container. */
    static String pod(String requests, String limits) {
        return pod(requests, limits, "");
    }

    /** @param spec further fields of the spec, each ending in a comma */
    static String pod(String requests, String limits, String spec) {
        return "{'metadata':{'name':'cart'},'spec':{" + spec + "'containers':[{'name':'c','resources':{'requests':"
                + amounts(requests) + ",'limits':" + amounts(limits) + "}}]}}";
    }

    static String claim(String storage) {
        return "{'metadata':{'name':'data','resourceVersion':'5'},'spec':{'resources':{'requests':{'storage':'"
                + storage + "'}}}}";
    }

    static AdmissionRequest create(GroupResource resource, String json) {
        return request(Operation.CREATE, resource, "", json, null);
    }

    static AdmissionRequest update(GroupResource resource, String json, String old) {
        return request(Operation.UPDATE, resource, "", json, old);
    }

    static AdmissionRequest request(
            Operation operation, GroupResource resource, String subresource, String json, String old) {
        return new AdmissionRequest(
                operation,
                resource,
                subresource,
                "lantern",
                "",
                object(resource, json),
                old == null ? null : object(resource, old),
                false);
    }

    static AdmissionRequest dryRun(AdmissionRequest r) {
        return new AdmissionRequest(
                r.operation(), r.resource(), r.subresource(), r.namespace(), r.name(), r.object(), r.oldObject(), true);
    }

    static AdmissionRequest inNamespace(String namespace, AdmissionRequest r) {
        return new AdmissionRequest(
                r.operation(),
                r.resource(),
                r.subresource(),
                namespace,
                r.name(),
                r.object(),
                r.oldObject(),
                r.dryRun());
    }

    private static KubernetesObject object(GroupResource resource, String json) {
        return switch (resource.toString()) {
            case "pods" -> read(Pod.class, json);
            case "services" -> read(Service.class, json);
            case "persistentvolumeclaims" -> read(PersistentVolumeClaim.class, json);
            default -> read(Unstructured.class, json);
        };
    }

    static <T> T read(Class<T> type, String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), type);
    }

    /** {@code In PriorityClass a b}. */
    static ScopedResourceSelectorRequirement term(String text) {
        List<String> words = List.of(text.split(" "));
        return new ScopedResourceSelectorRequirement(
                words.get(1), words.get(0), words.subList(2, words.size()), Map.of());
    }

    /** What a quota says is used, as {@code cpu=1,pods=2}. */
    static String used(MeasuredQuota quota) {
        return ResourceLists.texts(quota.used()).entrySet().stream()
                .map(Map.Entry::toString)
                .collect(Collectors.joining(","));
    }
}
