package insideinformer.apiserver.faults;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.http.Query;
import insideinformer.apiserver.http.RequestPath;
import java.util.Locale;

/**
 * A request that reached the server: what faults choose by, and what tests count.
 *
 * @param path without the query
 * @param query as it was sent, still encoded; empty if there was none
 * @param verb {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch}, {@code delete}
 *     or {@code deletecollection}; for what is no resource the method in small letters
 * @param resource empty for what is no resource
 * @param subresource empty for the object itself
 */
public record SeenRequest(
        String method,
        String path,
        String query,
        String verb,
        GroupResource resource,
        String subresource,
        String namespace,
        String name) {

    private static final GroupResource NONE = new GroupResource("", "");

    /**
     * For example {@code is("list", "pods")}, {@code is("update", "resourcequotas/status")}, {@code is("create",
     * "jobs.batch")}.
     */
    public boolean is(String wantedVerb, String wantedResource) {
        String own = subresource.isEmpty() ? resource.toString() : resource + "/" + subresource;
        return verb.equals(wantedVerb) && own.equals(wantedResource);
    }

    /** The value of a query parameter; empty if it is missing. */
    public String parameter(String key) {
        return new Query(query).first(key);
    }

    public static SeenRequest of(HttpExchange x) {
        String method = x.method();
        return RequestPath.parse(x.path())
                .map(path -> new SeenRequest(
                        method,
                        x.path(),
                        x.rawQuery(),
                        verb(x, path),
                        new GroupResource(path.group(), path.resource()),
                        path.subresource(),
                        path.namespace(),
                        path.name()))
                .orElseGet(() -> new SeenRequest(
                        method, x.path(), x.rawQuery(), method.toLowerCase(Locale.ROOT), NONE, "", "", ""));
    }

    private static String verb(HttpExchange exchange, RequestPath path) {
        boolean collection = path.name().isEmpty();
        return switch (exchange.method()) {
            case "GET", "HEAD" -> {
                if (path.oldWatch() || collection && exchange.query().flag("watch")) {
                    yield "watch";
                }
                yield collection ? "list" : "get";
            }
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> exchange.method().toLowerCase(Locale.ROOT);
        };
    }
}
