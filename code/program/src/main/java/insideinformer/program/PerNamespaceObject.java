package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.json.Json;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps one object in every namespace: the service account {@code default}, or the ConfigMap {@code kube-root-ca.crt}.
 * If somebody deletes the object, this controller makes it again.
 *
 * <p>Upstream: {@code pkg/controller/serviceaccount/serviceaccounts_controller.go, ServiceAccountsController}, and
 * {@code pkg/controller/certificates/rootcacertpublisher/publisher.go, Publisher}.
 */
final class PerNamespaceObject implements ClusterController<String> {

    private static final ApiResource<Unstructured> NAMESPACES =
            ApiResource.unstructured(ApiResource.NAMESPACES.gvr(), "Namespace", false);

    private final Client client;
    private final ApiResource<Unstructured> resource;
    private final ObjectNode object;
    private final String objectName;
    private final SharedIndexInformer<Unstructured> namespaces;
    private final SyncLoop<String> loop;

    private PerNamespaceObject(Client client, SharedInformerFactory informers, Clock clock, Consumer<String> report,
            ApiResource<Unstructured> resource, String objectName, ObjectNode object) {
        this.client = client;
        this.resource = resource;
        this.object = object;
        this.objectName = objectName;
        this.loop = new SyncLoop<>(this, clock, report);
        this.namespaces = informers.forResource(NAMESPACES).informer();
        namespaces.addEventHandler(new Owned.Handler(namespace -> loop.add(Owned.name(namespace)), namespace -> {}));
        informers.forResource(resource).informer().addEventHandler(new Owned.Handler(made -> {}, gone -> {
            if (Owned.name(gone).equals(objectName)) {
                loop.add(Owned.namespace(gone));
            }
        }));
    }

    static PerNamespaceObject serviceAccountsController(
            Client client, SharedInformerFactory informers, Clock clock, Consumer<String> report) {
        return new PerNamespaceObject(client, informers, clock, report,
                ApiResource.unstructured(new GroupVersionResource("", "v1", "serviceaccounts"), "ServiceAccount", true),
                "default", Json.MAPPER.createObjectNode());
    }

    /** The server here has no certificate, so the ConfigMap holds only a comment. */
    static PerNamespaceObject rootCACertPublisher(
            Client client, SharedInformerFactory informers, Clock clock, Consumer<String> report) {
        ObjectNode map = Json.MAPPER.createObjectNode();
        map.putObject("data").put("ca.crt", "# this server speaks plain HTTP\n");
        return new PerNamespaceObject(client, informers, clock, report,
                ApiResource.unstructured(ApiResource.CONFIG_MAPS.gvr(), "ConfigMap", true), "kube-root-ca.crt", map);
    }

    SyncLoop<String> loop() {
        return loop;
    }

    @Override
    public String name() {
        return objectName + " publisher";
    }

    @Override
    public String title(String key) {
        return "Namespace " + key;
    }

    @Override
    public String lacks() {
        return "its " + resource.kind() + " " + objectName;
    }

    @Override
    public String version(String key) {
        return namespaces.getIndexer().getByKey(key).map(Owned::version).orElse("");
    }

    @Override
    public Map<String, String> served(Context context) throws IOException, InterruptedException {
        Map<String, String> served = new HashMap<>();
        for (Unstructured namespace : Owned.list(context, client, NAMESPACES, "")) {
            served.put(Owned.name(namespace), Owned.version(namespace));
        }
        return served;
    }

    @Override
    public void sync(Context context, String key) throws IOException, InterruptedException {
        Optional<Unstructured> namespace = namespaces.getIndexer().getByKey(key);
        if (namespace.isEmpty() || namespace.get().metadata().deletionTimestamp() != null) {
            return;
        }
        ObjectNode made = object.deepCopy();
        made.putObject("metadata").put("name", objectName);
        try {
            client.resource(resource).inNamespace(key).create(context, Owned.unstructured(made));
        } catch (ApiException e) {
            if (!ApiErrors.isAlreadyExists(e) && !ApiErrors.isNotFound(e)
                    && !ApiErrors.hasStatusCause(e, "NamespaceTerminating")) {
                throw e;
            }
        }
    }
}
