package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.Json;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.client.DiscoveredResource;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Creates the objects of manifests on a server: namespaces first (also those that are only named), then quotas, so that
 * admission counts from the first pod on, then the rest in the order in which it was written.
 */
final class ManifestApplier {

    /** Quota admission's word for "the quota controller has not counted yet"; waiting helps. */
    private static final String NOT_COUNTED_YET = "status unknown for quota";

    private static final Duration RETRY = Duration.ofMillis(20);

    private final Client client;
    private final Clock clock;
    private final Consumer<String> report;

    /** @param report gets a sentence for each object that was skipped or refused */
    ManifestApplier(Client client, Clock clock, Consumer<String> report) {
        this.client = client;
        this.clock = clock;
        this.report = report;
    }

    /**
     * Creates what can be created. An object that a quota refuses is reported and left out, as is one of a kind that the
     * server does not serve.
     *
     * @throws UserError if the server finds an object invalid, or finds another of its name
     * @throws IOException if the server cannot be reached
     */
    void apply(Context context, List<Manifest> manifests) throws IOException, InterruptedException, UserError {
        Map<String, DiscoveredResource> kinds = client.serverPreferredResources(context).stream()
                .collect(Collectors.toMap(r -> r.gvr().apiVersion() + " " + r.kind(), r -> r, (first, second) -> first));
        List<Known> known = new ArrayList<>();
        for (Manifest manifest : manifests) {
            DiscoveredResource kind = kinds.get(manifest.apiVersion() + " " + manifest.kind());
            if (kind == null) {
                report.accept("%s: skipped %s: this server serves no kind %s of %s".formatted(
                        manifest.place(""), manifest.title(), manifest.kind(), manifest.apiVersion()));
            } else {
                known.add(new Known(manifest, kind));
            }
        }
        createNamespacesNamedIn(context, known);
        known.sort(Comparator.comparingInt(k -> order(k.kind().kind())));
        for (Known object : known) {
            create(context, object.manifest(), object.kind());
        }
    }

    private record Known(Manifest manifest, DiscoveredResource kind) {}

    private static int order(String kind) {
        return switch (kind) {
            case "Namespace" -> 0;
            case "ResourceQuota", "LimitRange" -> 1;
            default -> 2;
        };
    }

    private void createNamespacesNamedIn(Context context, List<Known> objects) throws IOException, InterruptedException {
        TreeSet<String> named = new TreeSet<>();
        TreeSet<String> written = new TreeSet<>(List.of("default"));
        for (Known object : objects) {
            if (object.manifest().kind().equals("Namespace")) {
                written.add(object.manifest().name());
            } else if (object.kind().namespaced()) {
                named.add(namespaceOf(object.manifest()));
            }
        }
        named.removeAll(written);
        for (String name : named) {
            try {
                client.resource(ApiResource.NAMESPACES).create(context,
                        new Namespace("v1", "Namespace", ObjectMeta.named("", name), null, Map.of()));
                report.accept("namespace " + name + " is named but not in the manifests: created");
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                }
            }
        }
    }

    private static String namespaceOf(Manifest manifest) {
        return manifest.namespace().isEmpty() ? "default" : manifest.namespace();
    }

    private void create(Context context, Manifest manifest, DiscoveredResource kind)
            throws IOException, InterruptedException, UserError {
        ApiResource<Unstructured> resource = ApiResource.unstructured(kind.gvr(), kind.kind(), kind.namespaced());
        Unstructured object = Json.MAPPER.treeToValue(manifest.object(), Unstructured.class);
        String namespace = kind.namespaced() ? namespaceOf(manifest) : "";
        while (true) {
            try {
                client.resource(resource).inNamespace(namespace).create(context, object);
                return;
            } catch (ApiException e) {
                if (isNotCountedYet(e)) {
                    if (context.await(RETRY, clock)) {
                        throw e;
                    }
                    continue;
                }
                if (ApiErrors.isForbidden(e)) {
                    report.accept("%s: refused: %s".formatted(manifest.place(""), message(e)));
                    return;
                }
                if (ApiErrors.isAlreadyExists(e) && manifest.kind().equals("Namespace")) {
                    return;
                }
                throw new UserError("%s: the server does not take %s: %s"
                        .formatted(manifest.place(""), manifest.title(), message(e)));
            }
        }
    }

    /** Whether a quota has refused only because nobody has counted it yet. */
    static boolean isNotCountedYet(ApiException e) {
        return ApiErrors.isForbidden(e) && message(e).contains(NOT_COUNTED_YET);
    }

    private static String message(ApiException e) {
        return Optional.ofNullable(e.getMessage()).orElse("no reason given");
    }
}
