package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.bodies.WriteOptions;
import insideinformer.apiserver.faults.RequestFaults;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.kinds.BuiltInTypes;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.watch.Lister;
import insideinformer.apiserver.watch.WatchControl;
import insideinformer.apiserver.watch.Watches;
import insideinformer.apiserver.write.GenericRegistry;
import insideinformer.apiserver.write.NamespaceController;
import insideinformer.json.Json;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An API server that runs in this process and that clients reach over HTTP. {@link #builder} makes one; it serves from
 * {@link #start} until {@link #close}. All methods may be called from any thread.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/cmd/kube-apiserver} with {@code k8s.io/apiserver/pkg/server}.
 */
public final class ApiServer implements AutoCloseable {

    private static final List<String> FIRST_NAMESPACES =
            List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(2);

    private final ServedTypes served = new ServedTypes();
    private final ObjectStore store;
    private final Admission admission;
    private final Watches watches;
    private final GenericRegistry registry;
    private final NamespaceController namespaces;
    private final Faults faults;
    private final ApiHandler handler;
    private final Listener listener;
    private final Cancellable life = Context.background().withCancel(); // the server's own; close() ends it
    private final AtomicBoolean closed = new AtomicBoolean();

    private ApiServer(Builder builder) {
        Clock clock = builder.clock;
        store = builder.store != null ? builder.store : new ObjectStore(clock, builder.historyLimit);
        admission = builder.admission;
        Switches switches = new Switches();
        RequestFaults requestFaults = new RequestFaults(clock, life);
        Lister lister = new Lister(store, switches, clock);
        registry = new GenericRegistry(store, clock, builder.random, admission);
        watches = new Watches(lister, builder.random, builder.bookmarkPeriod);
        ResourceHandler resources = new ResourceHandler(served, registry, lister, watches, clock);
        Health health = new Health();
        namespaces = new NamespaceController(store, registry, served);
        handler = new ApiHandler(served, resources, requestFaults, new DiscoveryHandler(served), health,
                new OpenApi(served, clock.now()), life);
        listener = new Listener(builder.host, builder.port, builder.idleTimeout, handler);
        faults = new Faults(store, watches, requestFaults, switches, health, listener);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Starts serving; once. If that fails, everything that was started is closed again. */
    public ApiServer start() throws IOException {
        admission.start(store);
        boolean started = false;
        try {
            createFirstNamespaces();
            namespaces.start();
            listener.start();
            started = true;
            return this;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while starting the API server", e);
        } finally {
            if (!started) {
                close();
            }
        }
    }

    /** Those that are missing: the store may be that of a server before this one. */
    private void createFirstNamespaces() throws ApiException, InterruptedException {
        for (String name : FIRST_NAMESPACES) {
            if (store.get(BuiltInTypes.NAMESPACES.groupResource(), "", name) == null) {
                ObjectNode namespace = Json.MAPPER.createObjectNode().put("kind", "Namespace").put("apiVersion", "v1");
                namespace.putObject("metadata").put("name", name);
                registry.create(BuiltInTypes.NAMESPACES, "", namespace, WriteOptions.PLAIN);
            }
        }
    }

    /**
     * Where clients find it, for example {@code http://127.0.0.1:8001}. The port is known once the server is started.
     */
    public URI uri() {
        return listener.uri();
    }

    /** The objects, without rules or admission. For tests, and for code that runs inside the server. */
    public ObjectStore store() {
        return store;
    }

    /** Switches that make the server misbehave, and the requests that it has seen. */
    public Faults faults() {
        return faults;
    }

    /** Serves one more kind from now on. Discovery names it at once. */
    public void serve(ResourceType type) {
        served.add(type);
    }

    /**
     * Stops serving a kind, as when its definition is deleted: its objects are removed, its watches end, and its paths
     * answer 404.
     */
    public void stopServing(GroupVersionResource gvr) throws ApiException {
        served.remove(gvr);
        GroupResource resource = gvr.groupResource();
        for (ObjectNode object : store.list(resource, "").items()) {
            store.delete(resource, object);
        }
        watches.each(watch -> watch.resource().equals(resource), WatchControl::drain);
    }

    /** How many watches are open. */
    public int openWatches() {
        return watches.open();
    }

    /** Waits until exactly {@code count} watches are open. */
    public void awaitOpenWatches(int count) throws InterruptedException {
        watches.awaitOpen(count);
    }

    /** Ends every watch in order and answers every request with 429 and a Retry-After, but keeps the port. */
    public void beginShutdown() throws InterruptedException {
        handler.beginShutdown();
        watches.end(PATIENCE_AT_CLOSE);
    }

    /**
     * Ends every watch, closes every connection and joins every thread. A second call does nothing. If the thread is
     * interrupted, watches get less time for ending in order; the interrupt is kept.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        life.cancel();
        boolean interrupted = Thread.interrupted();
        try {
            watches.end(interrupted ? Duration.ZERO : PATIENCE_AT_CLOSE);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            listener.stop(); // cuts watches whose client does not read
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            namespaces.close();
            admission.close();
            listener.join();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The settings of a server. */
    public static final class Builder {

        private String host = "127.0.0.1";
        private int port;
        private Clock clock = Clock.system();
        private Random random = new SecureRandom();
        private @Nullable ObjectStore store;
        private int historyLimit = 100_000;
        private Admission admission = Admission.NONE;
        private Duration bookmarkPeriod = Duration.ofMinutes(1);
        private Duration idleTimeout = Duration.ofMinutes(1);

        private Builder() {}

        /** The address to listen on; by default only this machine can connect. */
        public Builder host(String newHost) {
            host = newHost;
            return this;
        }

        /** The port to listen on; 0, the default, takes a free one. */
        public Builder port(int newPort) {
            port = newPort;
            return this;
        }

        /** The clock for creation and deletion times, time limits and bookmarks. */
        public Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        /** The source of uids and generated names. */
        public Builder random(Random newRandom) {
            random = newRandom;
            return this;
        }

        /** The objects to serve: those of a server that was closed, as after a restart. The default is a new store. */
        public Builder store(ObjectStore newStore) {
            store = newStore;
            return this;
        }

        /** How many changes the history keeps. Watches and lists from before them get a 410. */
        public Builder historyLimit(int changes) {
            historyLimit = changes;
            return this;
        }

        public Builder admission(Admission newAdmission) {
            admission = newAdmission;
            return this;
        }

        /** How often a watch that wants bookmarks gets one. */
        public Builder bookmarkPeriod(Duration period) {
            bookmarkPeriod = period;
            return this;
        }

        /** How long a connection may be idle. A watch that has nothing to send does not count as idle. */
        public Builder idleTimeout(Duration timeout) {
            idleTimeout = timeout;
            return this;
        }

        /** A server that is not yet started. */
        public ApiServer build() {
            return new ApiServer(this);
        }
    }
}
