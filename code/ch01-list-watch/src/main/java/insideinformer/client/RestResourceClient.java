package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceVersionMatch;
import insideinformer.json.Json;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** The objects of one kind over HTTP. Upstream: {@code client-go gentype, Client}. */
final class RestResourceClient<T extends KubernetesObject> implements ResourceClient<T> {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final Duration GRACE = Duration.ofSeconds(2); // so that the server ends a watch before we do
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000); // Go's longest

    private final RestClient client;
    private final ObjectDecoder<T> objects;
    private final String namespace;

    RestResourceClient(RestClient client, ObjectDecoder<T> objects, String namespace) {
        this.client = client;
        this.objects = objects;
        this.namespace = namespace;
    }

    @Override
    public ApiResource<T> resource() {
        return objects.resource();
    }

    @Override
    public ResourceClient<T> inNamespace(String name) {
        if (!name.isEmpty() && !resource().namespaced()) {
            throw new IllegalArgumentException(resource().gvr() + " does not live in namespaces, so not in '" + name
                    + "'");
        }
        return new RestResourceClient<>(client, objects, name);
    }

    @Override
    public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
        HttpUrl.Builder url = query(collection(), options);
        if (options.timeout() != null) {
            url.addQueryParameter("timeout", wholeSeconds(options.timeout()) + "s");
        }
        return client.call(context, new Request.Builder().url(url.build()),
                response -> ListDecoder.decode(response.body().byteStream(), objects));
    }

    /**
     * Opens a watch. If the options have a timeout, the watch ends on our side soon after it, even if the server has
     * vanished without closing the connection.
     */
    @Override
    public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
        Request.Builder request = new Request.Builder()
                .url(query(collection(), options).addQueryParameter("watch", "true").build())
                .header("Accept-Encoding", "identity"); // a server that compresses would hold events back
        Cancellable life = options.timeout() == null
                ? context.withCancel()
                : context.withTimeout(bounded(options.timeout()).plus(GRACE), client.clock());
        try {
            Exchange exchange = client.openStream(life, request);
            StreamWatch<T> watch = new StreamWatch<>(client, life, exchange, objects);
            client.remember(watch);
            return watch;
        } catch (IOException | InterruptedException | RuntimeException e) {
            life.cancel();
            throw e;
        }
    }

    @Override
    public T get(Context context, String name) throws IOException, InterruptedException {
        return one(context, new Request.Builder().url(object(name).build()));
    }

    @Override
    public T create(Context context, T object) throws IOException, InterruptedException {
        return one(context, new Request.Builder().url(single().build()).post(body(object)));
    }

    @Override
    public T update(Context context, T object) throws IOException, InterruptedException {
        return one(context, new Request.Builder().url(object(object.metadata().name()).build()).put(body(object)));
    }

    @Override
    public T updateStatus(Context context, T object) throws IOException, InterruptedException {
        HttpUrl url = object(object.metadata().name()).addPathSegment("status").build();
        return one(context, new Request.Builder().url(url).put(body(object)));
    }

    @Override
    public void delete(Context context, String name) throws IOException, InterruptedException {
        // The answer is the object or a Status, depending on the kind. Both only say that it worked.
        client.call(context, new Request.Builder().url(object(name).build()).delete(), response -> response.code());
    }

    private T one(Context context, Request.Builder request) throws IOException, InterruptedException {
        return client.call(context, request,
                response -> Json.MAPPER.readValue(response.body().byteStream(), resource().type()));
    }

    private HttpUrl.Builder collection() {
        GroupVersionResource gvr = resource().gvr();
        HttpUrl.Builder url = client.url();
        if (gvr.group().isEmpty()) {
            url.addPathSegment("api");
        } else {
            url.addPathSegment("apis").addPathSegment(gvr.group());
        }
        url.addPathSegment(gvr.version());
        if (!namespace.isEmpty()) {
            url.addPathSegment("namespaces").addPathSegment(namespace);
        }
        return url.addPathSegment(gvr.resource());
    }

    /** The URL of the collection that one object is in. */
    private HttpUrl.Builder single() {
        if (resource().namespaced() && namespace.isEmpty()) {
            throw new IllegalStateException(
                    resource().gvr() + " lives in namespaces; say in which one with inNamespace");
        }
        return collection();
    }

    private HttpUrl.Builder object(@Nullable String name) {
        if (name == null || name.isEmpty() || name.equals(".") || name.equals("..") || name.contains("/")
                || name.contains("%")) {
            throw new IllegalArgumentException("'" + name
                    + "' is no name of an object; it must be set, must not be '.' or '..', "
                    + "and must not contain '/' or '%'");
        }
        return single().addPathSegment(name);
    }

    private static HttpUrl.Builder query(HttpUrl.Builder url, ListOptions options) {
        add(url, "labelSelector", options.labelSelector());
        add(url, "fieldSelector", options.fieldSelector());
        add(url, "resourceVersion", options.resourceVersion());
        ResourceVersionMatch match = options.resourceVersionMatch();
        add(url, "resourceVersionMatch", match == null ? "" : match.text());
        add(url, "limit", options.limit() > 0 ? Long.toString(options.limit()) : "");
        add(url, "continue", options.continueToken());
        add(url, "timeoutSeconds", options.timeout() == null ? "" : Long.toString(wholeSeconds(options.timeout())));
        add(url, "allowWatchBookmarks", options.allowWatchBookmarks() ? "true" : "");
        Boolean initialEvents = options.sendInitialEvents();
        add(url, "sendInitialEvents", initialEvents == null ? "" : initialEvents.toString());
        return url;
    }

    private static void add(HttpUrl.Builder url, String name, String value) {
        if (!value.isEmpty()) {
            url.addQueryParameter(name, value);
        }
    }

    /** Rounded up, because 0 would let the server choose. */
    private static long wholeSeconds(Duration duration) {
        return Math.max(1, bounded(duration).plusNanos(999_999_999).toSeconds());
    }

    private static Duration bounded(Duration timeout) {
        return timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
    }

    /** The object as JSON. The kind and apiVersion are added if they are missing, as they are in items of a list. */
    private RequestBody body(T object) {
        byte[] json = Json.MAPPER.writeValueAsBytes(object);
        String head = (object.apiVersion() == null ? "\"apiVersion\":\"" + resource().gvk().apiVersion() + "\"," : "")
                + (object.kind() == null ? "\"kind\":\"" + resource().kind() + "\"," : "");
        if (head.isEmpty()) {
            return RequestBody.create(json, JSON);
        }
        String rest = new String(json, 1, json.length - 1, StandardCharsets.UTF_8);
        boolean alone = rest.equals("}");
        return RequestBody.create(
                ("{" + (alone ? head.substring(0, head.length() - 1) : head) + rest).getBytes(StandardCharsets.UTF_8),
                JSON);
    }
}
