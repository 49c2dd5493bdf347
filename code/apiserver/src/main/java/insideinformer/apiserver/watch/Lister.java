package insideinformer.apiserver.watch;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.RevisionGoneException;
import insideinformer.apiserver.store.Versions;
import insideinformer.apiserver.tables.ListPage;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers get and list: which state, which of its objects, how many at once. It waits for a state that lies in the
 * future, without a lock and for three seconds at most.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/cacher/cacher.go}, {@code delegator.go}, {@code storage/etcd3/store.go,
 * GetList}.
 */
public final class Lister {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** The client that asks. */
    public interface Client {
        /** Ends when the client no longer waits for the answer. */
        Context life();
    }

    private final ObjectStore store;
    private final Switches switches;
    private final Clock clock;

    public Lister(ObjectStore store, Switches switches, Clock clock) {
        this.store = store;
        this.switches = switches;
        this.clock = clock;
    }

    ObjectStore store() {
        return store;
    }

    Switches switches() {
        return switches;
    }

    Clock clock() {
        return clock;
    }

    /**
     * @param version the state must not be older; empty for any
     * @param client waiting ends with it
     */
    public ObjectNode get(ResourceType type, String namespace, String name, String version, Client client)
            throws ApiException, InterruptedException {
        long wanted;
        try {
            wanted = Versions.parse(version);
        } catch (Versions.InvalidVersionException e) {
            throw Errors.plain(e.parameterProblem());
        }
        awaitRevision(wanted, client);
        String scope = type.namespaced() ? namespace : "";
        if (switches.staleAt().isPresent()) {
            return newest(type.groupResource(), scope).items().stream()
                    .filter(o -> Meta.name(o).equals(name))
                    .findFirst()
                    .orElseThrow(() -> Errors.notFound(type.groupResource(), name));
        }
        ObjectNode object = store.get(type.groupResource(), scope, name);
        if (object == null) {
            throw Errors.notFound(type.groupResource(), name);
        }
        return object;
    }

    /**
     * One page, or everything.
     *
     * @param client waiting ends with it
     */
    public ListPage list(ResourceType type, String namespace, ListRequest request, Client client)
            throws ApiException, InterruptedException {
        request.validate(switches.servesWatchLists());
        Selection selection = Selection.of(type, request, "");
        String scope = type.namespaced() ? namespace : "";
        if (!request.continueToken().isEmpty()) {
            return nextPage(type, scope, request, selection);
        }
        long wanted;
        try {
            wanted = Versions.parse(request.resourceVersion());
        } catch (Versions.InvalidVersionException e) {
            throw Errors.badRequest("invalid resource version: " + e.parameterProblem());
        }
        awaitRevision(wanted, client);
        boolean exact = request.match().equals(ListRequest.EXACT)
                || wanted != 0 && request.limit() > 0 && request.match().isEmpty();
        GroupResource resource = type.groupResource();
        ObjectStore.Snapshot state = exact ? at(resource, scope, wanted) : newest(resource, scope);
        return cut(state, scope, "", limit(request), selection);
    }

    /** Waits until reads see at least {@code wanted}. */
    void awaitRevision(long wanted, Client client) throws ApiException, InterruptedException {
        if (reads(wanted)) {
            return;
        }
        Context life = client.life();
        store.awaitRevision(Versions.reachable(wanted), PATIENCE, life);
        if (!reads(wanted) && switches.staleAt().isPresent()) {
            life.await(PATIENCE, clock);
        }
        if (!reads(wanted)) {
            throw Errors.tooLargeResourceVersion(wanted, newestRevision());
        }
    }

    private boolean reads(long wanted) {
        return Long.compareUnsigned(newestRevision(), wanted) >= 0;
    }

    private long newestRevision() {
        return switches.staleAt().orElseGet(store::revision);
    }

    /** What reads see now. */
    ObjectStore.Snapshot newest(GroupResource resource, String scope) throws ApiException {
        OptionalLong stale = switches.staleAt();
        return stale.isPresent() ? at(resource, scope, stale.getAsLong()) : store.list(resource, scope);
    }

    private ListPage nextPage(
            ResourceType type, String scope, ListRequest request, Selection selection) throws ApiException {
        if (!request.resourceVersion().isEmpty() && !request.resourceVersion().equals("0")) {
            throw Errors.badRequest("specifying resource version is not allowed when using continue");
        }
        ContinueToken token = ContinueToken.decode(request.continueToken());
        if (token.revision() > store.revision()) {
            throw Errors.tooLargeResourceVersion(token.revision(), store.revision());
        }
        ObjectStore.Snapshot state;
        try {
            state = token.revision() < 0
                    ? newest(type.groupResource(), scope)
                    : store.listAt(type.groupResource(), scope, token.revision());
        } catch (RevisionGoneException e) {
            throw Errors.expiredContinue(new ContinueToken(-1, token.after()).encode());
        }
        return cut(state, scope, token.after(), limit(request), selection);
    }

    /** Lists at version 0 come from a cache, which serves no pages. */
    private long limit(ListRequest request) {
        return request.resourceVersion().equals("0") && !switches.pagesAtRevisionZero() ? 0 : request.limit();
    }

    private ObjectStore.Snapshot at(GroupResource resource, String scope, long revision) throws ApiException {
        try {
            return store.listAt(resource, scope, revision);
        } catch (RevisionGoneException e) {
            throw Errors.expired("The resourceVersion for the provided list is too old.");
        }
    }

    private static ListPage cut(
            ObjectStore.Snapshot state, String scope, String after, long limit, Selection selection) {
        List<ObjectNode> items = new ArrayList<>();
        List<ObjectNode> all = state.items();
        for (int i = 0; i < all.size(); i++) {
            ObjectNode item = all.get(i);
            String key = scope.isEmpty() ? Meta.key(Meta.namespace(item), Meta.name(item)) : Meta.name(item);
            if (key.compareTo(after) <= 0 || !selection.matches(item)) {
                continue;
            }
            items.add(item);
            long left = all.size() - i - 1;
            if (items.size() == limit && left > 0) {
                String token = new ContinueToken(state.revision(), key).encode();
                return new ListPage(state.revision(), items, token, selection.isEverything() ? left : null);
            }
        }
        return new ListPage(state.revision(), items, "", null);
    }
}
