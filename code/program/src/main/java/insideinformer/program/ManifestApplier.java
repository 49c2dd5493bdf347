package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaSpec;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.ResourceClient;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Wait;
import insideinformer.wait.WaitException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates the objects of manifests on a server, in this order:
 *
 * <ol>
 *   <li>namespaces, also those that are only named
 *   <li>classes, which admission gives to pods and claims
 *   <li>quotas. It waits until each has been counted, so that admission charges the objects that follow
 *   <li>service accounts, which pods need
 *   <li>all other objects in the order of the manifests
 * </ol>
 */
final class ManifestApplier {

    /** Quota admission says this as long as the quota controller has not counted; waiting helps. */
    private static final String NOT_COUNTED_YET = "status unknown for quota";

    private static final String PROBE_NAME = "is-the-controller-at-work";

    private static final ResourceQuota PROBE = new ResourceQuota("v1", "ResourceQuota",
            ObjectMeta.named("default", PROBE_NAME),
            new ResourceQuotaSpec(Map.of("services", "0"), List.of(), null, Map.of()), null, Map.of());

    /** Objects that a cluster makes itself, but some charts contain, too. */
    private static final Set<String> IN_EVERY_CLUSTER = Set.of("ServiceAccount default", "ConfigMap kube-root-ca.crt",
            "PriorityClass system-cluster-critical", "PriorityClass system-node-critical");

    private static final Duration RETRY = Duration.ofMillis(20);

    private final Client client;
    private final Clock clock;
    private final Consumer<String> report;
    private final Readiness namespaces;

    /** Whether something exists that others make. */
    interface Readiness {
        boolean isReached(Context context) throws IOException, InterruptedException;
    }

    /** @param report gets one sentence for each object that was skipped or refused */
    ManifestApplier(Client client, Clock clock, Consumer<String> report) {
        this(client, clock, report, context -> true);
    }

    /** @param namespaces whether every namespace has the objects that a cluster gives to it */
    ManifestApplier(Client client, Clock clock, Consumer<String> report, Readiness namespaces) {
        this.client = client;
        this.clock = clock;
        this.report = report;
        this.namespaces = namespaces;
    }

    /**
     * Waits until the quota controller works: gives it a quota to count, and deletes that. Without this wait, the
     * controller's first full pass could count our quotas a second time, from caches that do not hold yet what
     * admission has charged. The wrong amount would stay until the next full pass.
     *
     * @return false if {@code context} ended before
     * @throws IOException if the server cannot be reached
     */
    boolean awaitController(Context context) throws IOException, InterruptedException {
        ResourceClient<ResourceQuota> quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("default");
        quotas.create(context, PROBE);
        if (!awaitCounted(context, "default", PROBE_NAME)) {
            return false;
        }
        quotas.delete(context, PROBE_NAME);
        return true;
    }

    /**
     * Creates the objects. It reports and leaves out an object that a quota refuses, and one of a kind that the server
     * does not serve.
     *
     * @param special another way to create some of the objects, in their turn
     * @return false if {@code context} ended before a quota was counted; the objects after it were left out
     * @throws UserError if the server finds an object invalid, or finds another of its name
     * @throws IOException if the server cannot be reached
     */
    boolean apply(Context context, List<Manifest> manifests, Function<Manifest, Optional<Creation>> special)
            throws IOException, InterruptedException, UserError {
        Map<String, DiscoveredResource> kinds = client.serverPreferredResources(context).stream()
                .collect(Collectors.toMap(r -> r.gvr().apiVersion() + " " + r.kind(), r -> r, (first,
                        second) -> first));
        List<Known> known = new ArrayList<>();
        for (Manifest manifest : manifests) {
            DiscoveredResource kind = kinds.get(manifest.apiVersion() + " " + manifest.kind());
            if (kind == null) {
                report.accept("%s: skipped %s: this server serves no kind %s of %s".formatted(
                        manifest.place(""), manifest.title(), manifest.kind(), manifest.apiVersion()));
            } else {
                ManifestChecks.checkName(manifest);
                known.add(new Known(manifest, kind));
            }
        }
        createNamespacesNamedIn(context, known);
        known.sort(Comparator.comparingInt(k -> order(k.kind().kind())));
        boolean waited = false;
        for (Known object : known) {
            if (!waited && order(object.kind().kind()) > 0) {
                waited = true;
                if (!await(context, namespaces)) {
                    return false;
                }
            }
            Creation creation = special.apply(object.manifest())
                    .orElse(c -> create(c, object.manifest(), object.kind()));
            if (!creation.create(context)) {
                return false;
            }
        }
        return true;
    }

    /** A quota must count the objects of the cluster itself before ours take the room. */
    private boolean await(Context context, Readiness readiness) throws IOException, InterruptedException {
        while (!readiness.isReached(context)) {
            if (context.await(RETRY, clock)) {
                return false;
            }
        }
        return true;
    }

    /** Creates one object. */
    interface Creation {
        /** @return false if {@code context} ended before */
        boolean create(Context context) throws IOException, InterruptedException, UserError;
    }

    private boolean awaitCounted(Context context, Manifest manifest, String name)
            throws IOException, InterruptedException {
        boolean counted = awaitCounted(context, namespaceOf(manifest), name);
        if (!counted) {
            report.accept("%s: %s was not counted in time".formatted(manifest.place(""), manifest.title()));
        }
        return counted;
    }

    /** A quota limits nothing until its status holds its limits: an object created before is not charged. */
    private boolean awaitCounted(Context context, String namespace, String name)
            throws IOException, InterruptedException {
        ResourceClient<ResourceQuota> quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(namespace);
        try {
            Wait.<IOException>pollUntilContextCancel(context, clock, RETRY, c -> {
                ResourceQuota quota = quotas.get(c, name);
                return quota.spec() == null || quota.spec().hard().isEmpty() || quota.status() != null
                        && quota.status().hard().keySet().equals(quota.spec().hard().keySet());
            });
            return true;
        } catch (WaitException | IOException e) {
            if (!context.isDone()) {
                throw new IOException("ResourceQuota %s/%s cannot be read: %s".formatted(namespace, name, e.getMessage()), e);
            }
            return false;
        }
    }

    private record Known(Manifest manifest, DiscoveredResource kind) {}

    private static int order(String kind) {
        return switch (kind) {
            case "Namespace" -> 0;
            case "PriorityClass", "StorageClass" -> 1;
            case "ResourceQuota", "LimitRange" -> 2;
            case "ServiceAccount" -> 3;
            default -> 4;
        };
    }

    private void createNamespacesNamedIn(Context context, List<Known> objects)
            throws IOException, InterruptedException, UserError {
        Map<String, Manifest> named = new TreeMap<>(); // and where first
        Set<String> written = new HashSet<>(List.of("default"));
        for (Known object : objects) {
            if (object.manifest().kind().equals("Namespace")) {
                written.add(object.manifest().name());
            } else if (object.kind().namespaced()) {
                named.putIfAbsent(namespaceOf(object.manifest()), object.manifest());
            }
        }
        named.keySet().removeAll(written);
        for (Map.Entry<String, Manifest> entry : named.entrySet()) {
            String name = entry.getKey();
            try {
                client.resource(ApiResource.NAMESPACES).create(context,
                        new Namespace("v1", "Namespace", ObjectMeta.named("", name), null, Map.of()));
                report.accept("namespace " + name + " is named but not in the manifests: created");
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw new UserError("%s: the server does not take the namespace %s: %s".formatted(
                            entry.getValue().place("/metadata/namespace"), name, message(e)));
                }
            }
        }
    }

    static String namespaceOf(Manifest manifest) {
        return manifest.namespace().isEmpty() ? "default" : manifest.namespace();
    }

    /** @return false if the context ended while it waited for a quota to be counted */
    private boolean create(Context context, Manifest manifest, DiscoveredResource kind)
            throws IOException, InterruptedException, UserError {
        ApiResource<Unstructured> resource = ApiResource.unstructured(kind.gvr(), kind.kind(), kind.namespaced());
        Unstructured object = decode(manifest, kind.namespaced());
        String namespace = kind.namespaced() ? namespaceOf(manifest) : "";
        while (true) {
            try {
                Unstructured created = client.resource(resource).inNamespace(namespace).create(context, object);
                return !kind.gvr().equals(ApiResource.RESOURCE_QUOTAS.gvr())
                        || awaitCounted(context, manifest, String.valueOf(created.metadata().name()));
            } catch (ApiException e) {
                if (isNotCountedYet(e)) {
                    if (context.await(RETRY, clock)) {
                        report.accept("%s: not created in time: %s".formatted(manifest.place(""), message(e)));
                        return false;
                    }
                    continue;
                }
                if (ApiErrors.isForbidden(e)) {
                    report.accept("%s: refused: %s".formatted(manifest.place(""), message(e)));
                    return true;
                }
                if (ApiErrors.isAlreadyExists(e) && (manifest.kind().equals("Namespace")
                        || IN_EVERY_CLUSTER.contains(manifest.kind() + " " + manifest.name()))) {
                    return true;
                }
                throw notTaken(manifest, e);
            }
        }
    }

    /** The object as it is sent. Some charts write a namespace into a kind that has none; it is removed. */
    static Unstructured decode(Manifest manifest, boolean namespaced) throws UserError {
        ObjectNode object = manifest.object();
        if (!namespaced && !manifest.namespace().isEmpty()) {
            object = object.deepCopy();
            object.withObject("/metadata").remove("namespace");
        }
        try {
            return Json.MAPPER.treeToValue(object, Unstructured.class);
        } catch (JacksonException e) {
            throw new UserError("%s: %s cannot be read: %s".formatted(manifest.place(""), manifest.title(),
                    oneLine(e.getOriginalMessage())));
        }
    }

    /** Whether a quota refused the object only because nobody has counted that quota yet. */
    static boolean isNotCountedYet(ApiException e) {
        return ApiErrors.isForbidden(e) && message(e).contains(NOT_COUNTED_YET);
    }

    static UserError notTaken(Manifest manifest, ApiException e) {
        return new UserError("%s: the server does not take %s: %s".formatted(manifest.place(""), manifest.title(),
                message(e)));
    }

    private static String message(ApiException e) {
        return oneLine(e.getMessage());
    }

    private static String oneLine(@Nullable String message) {
        return message == null ? "no reason given" : message.lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
