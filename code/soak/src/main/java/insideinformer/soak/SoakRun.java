package insideinformer.soak;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.apiserver.Faults;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.apiserver.faults.SeenRequest;
import insideinformer.client.RestClient;
import insideinformer.client.UndecodableObjects;
import insideinformer.factory.FactoryOptions;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.soak.Schedule.HandlerPlan;
import insideinformer.soak.Schedule.ScopePlan;
import insideinformer.soak.Schedule.ViewPlan;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Carries out one schedule and checks the result. In three runs out of four it waits until nothing happens any more
 * before it stops the informers. One thread uses it, once.
 *
 * <p>Before the stop, every store and every handler's view must equal the server's list, and no notification is
 * pending. After the stop, every handler has heard a legal history ({@link Rules}), all handlers of an informer have
 * heard the same one, and no watch, connection or thread is left.
 */
final class SoakRun {

    private static final int HURRY = 1500; // seconds of the run's clock in one second of the machine
    private static final Duration CATCH_UP = Duration.ofMillis(50); // of the machine
    private static final String LAST_NAME = "zoe"; // no schedule uses it

    private final Schedule schedule;
    private final Wiring wiring;
    private final Patience patience;
    private final Clock clock;
    private final String tag; // stands in the names of the threads
    private final Tally tally = new Tally();
    private final List<String> violations = new ArrayList<>();

    private final Cluster cluster;
    private final RestClient client;
    private final Cancellable life = Context.background().withCancel();
    private final List<SharedInformerFactory> factories = new ArrayList<>(); // one for each scope
    private final List<View<?>> views = new ArrayList<>();
    private final List<Witness<?>> handlers = new ArrayList<>(); // in the order in which they were added
    private final Map<Integer, LastingFault> lasting = new HashMap<>(); // by the step's id

    private SoakRun(Schedule schedule, Wiring wiring, Patience patience, AtomicInteger ports) throws Exception {
        this.schedule = schedule;
        this.wiring = wiring;
        this.patience = patience;
        this.clock = new FastClock(patience.clock(), HURRY);
        this.tag = "[" + schedule.seed() + "]";
        this.cluster = new Cluster(clock, new Random(schedule.seed()), ports);
        this.client = new RestClient(RestConfig.of(cluster.uri()), clock, UndecodableObjects.LOG);
    }

    static Outcome of(Schedule schedule, Wiring wiring, Patience patience, AtomicInteger ports) throws Exception {
        SoakRun run = new SoakRun(schedule, wiring, patience, ports);
        try {
            run.prepare();
            for (Step step : schedule.steps()) {
                run.perform(step);
            }
            if (!schedule.abrupt()) {
                run.comeToRest();
            }
        } finally {
            run.end();
        }
        return new Outcome(schedule, run.violations, run.tally);
    }

    // ---- the schedule

    private void prepare() {
        for (ScopePlan scope : schedule.scopes()) {
            SharedInformerFactory factory =
                    new SharedInformerFactory(client, Duration.ZERO, FactoryOptions.DEFAULT.withClock(clock));
            factories.add(factory);
            for (ViewPlan plan : scope.views()) {
                View<?> view = view(scope, plan, plan.kind().resource(), factory);
                views.add(view);
                plan.handlers().forEach(handler -> addHandler(view, handler));
            }
        }
    }

    private <T extends KubernetesObject> View<T> view(
            ScopePlan scope, ViewPlan plan, ApiResource<T> resource, SharedInformerFactory factory) {
        String name = resource.gvr().resource() + " " + views.size() + " " + tag;
        return new View<>(name, scope, plan, resource, client, factory, clock, wiring, tally);
    }

    private void addHandler(View<?> view, HandlerPlan plan) {
        handlers.add(view.add(handlers.size() + " " + tag, plan));
    }

    private void perform(Step step) throws Exception {
        tally.add("operations", 1);
        switch (step) {
            case Step.Fault fault -> {
                tally.add("fault: " + name(fault), 1);
                breakSomething(fault);
            }
            case Step.Create s -> cluster.create(s.kind(), s.key(), s.uid(), s.gold(), s.mark());
            case Step.Update s -> cluster.update(s.kind(), s.key(), s.gold(), s.mark());
            case Step.Delete s -> cluster.delete(s.kind(), s.key());
            case Step.StartScope s -> startScope(s.scope());
            case Step.AddHandler s -> addHandler(views.get(s.view()), s.plan());
            case Step.RemoveHandler s -> removeHandler(handlers.get(s.handler()), s.await());
            case Step.Lift s -> requireNonNull(lasting.remove(s.id()), "lifted twice").close();
            case Step.StartServer s -> cluster.start();
            case Step.Pause s -> life.await(s.by(), clock);
            case Step.AwaitWatches s ->
                patience.upTo(CATCH_UP).await(() -> cluster.server().openWatches() >= startedViews());
            case Step.CatchUp s ->
                patience.upTo(CATCH_UP).await(() -> views.get(s.view()).differences(cluster).isEmpty());
        }
    }

    private static String name(Step.Fault fault) {
        String name = fault.getClass().getSimpleName();
        return switch (fault) {
            case Step.EndWatches s -> name + " " + s.how();
            case Step.CutAtNext s -> name + " " + s.where();
            case Step.FailRequests s -> name + " " + s.verb() + " " + s.how();
            case Step.SendError s -> name + " " + s.code();
            default -> name;
        };
    }

    private void startScope(int scope) {
        factories.get(scope).start(life);
        views.stream().filter(view -> view.scope() == schedule.scopes().get(scope)).forEach(View::started);
    }

    private long startedViews() {
        return views.stream().filter(View::isStarted).count();
    }

    private void removeHandler(Witness<?> handler, boolean await) throws InterruptedException {
        for (View<?> view : views) {
            if (view.has(handler)) {
                view.remove(handler, await);
                return;
            }
        }
    }

    private void breakSomething(Step.Fault fault) {
        Faults faults = cluster.faults();
        switch (fault) {
            case Step.EndWatches s -> faults.endWatches(s.kind().groupResource(), s.how());
            case Step.CutAtNext s -> faults.cutAtNext(s.kind().groupResource(), s.where());
            case Step.Compact s -> cluster.compact();
            case Step.SendExpired s -> faults.sendExpired(s.kind().groupResource());
            case Step.SendError s -> faults.sendError(s.kind().groupResource(), Refusals.status(s.code()));
            case Step.SendRaw s -> faults.sendRaw(s.kind().groupResource(), s.text());
            case Step.SendBookmark s -> faults.sendBookmark(s.kind().groupResource());
            case Step.FailRequests s -> faults.failNext(of(s.kind(), s.verb()), s.times(), Refusals.failure(s.how()));
            case Step.ExpirePage s -> faults.failNext(
                    of(s.kind(), "list").and(r -> !r.parameter("continue").isEmpty()), 1, Failure.expired());
            case Step.StopServer s -> cluster.stop();
            case Step.Lasting s -> lasting.put(s.id(), begin(s, faults));
        }
    }

    private LastingFault begin(Step.Lasting fault, Faults faults) {
        return switch (fault) {
            case Step.Hold s -> faults.hold(s.kind().groupResource());
            case Step.Silence s -> faults.silence();
            case Step.Delay s -> faults.delay(of(s.kind(), s.verb()), s.by());
            case Step.LimitWatches s -> faults.limitWatches(s.limit());
            case Step.SuppressBookmarks s -> faults.suppressBookmarks();
            case Step.PagesAtZero s -> faults.pagesAtRevisionZero();
            case Step.RefuseConnections s -> refuseConnections(faults);
            case Step.BlockHandler s -> {
                handlers.get(s.handler()).block(true);
                yield () -> handlers.get(s.handler()).block(false);
            }
        };
    }

    private static LastingFault refuseConnections(Faults faults) {
        try {
            return faults.refuseConnections();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Predicate<SeenRequest> of(Kind kind, String verb) {
        return request -> request.is(verb, kind.groupResource().toString());
    }

    // ---- rest

    /** Lifts all faults and waits until nothing happens any more. */
    private void comeToRest() throws Exception {
        lasting.values().forEach(LastingFault::close);
        cluster.faults().clear();
        if (awaitNothing("after the last fault", this::differences)) {
            writeOnceMore();
            if (awaitNothing("after one more write", this::differences)) {
                awaitNothing("at rest", this::unfinished);
            }
        }
        if (!patience.await(() -> cluster.server().openWatches() == views.size())) {
            violations.add("at rest: " + cluster.server().openWatches() + " watches are open for " + views.size()
                    + " informers");
        }
    }

    /** Events arrive in order, so once these writes have arrived, everything before them has arrived, too. */
    private void writeOnceMore() throws Exception {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        views.forEach(view -> kinds.add(view.kind()));
        for (Kind kind : kinds) {
            for (String namespace : ScheduleMaker.NAMESPACES) {
                cluster.create(kind, namespace + "/" + LAST_NAME, "uid-" + namespace, true, "last");
            }
        }
    }

    private List<String> differences() {
        return views.stream().flatMap(view -> view.differences(cluster).stream()).toList();
    }

    private List<String> unfinished() {
        return views.stream().flatMap(view -> view.unfinished(cluster).stream()).toList();
    }

    private boolean awaitNothing(String when, Supplier<List<String>> wrong) throws Exception {
        if (patience.await(() -> wrong.get().isEmpty())) {
            return true;
        }
        wrong.get().forEach(what -> violations.add(when + ": " + what));
        return false;
    }

    // ---- the end

    /** Stops everything, looks for what is left, and checks what the handlers heard. */
    private void end() throws Exception {
        try {
            stop();
        } finally { // also after an interrupt: another run would be blamed for what is left
            client.close();
            cluster.close();
        }
        Set<String> wrong = new HashSet<>(violations);
        for (View<?> view : views) {
            view.verdict(cluster.truth(), !schedule.abrupt(), tally).stream()
                    .filter(wrong::add)
                    .forEach(violations::add);
        }
    }

    private void stop() throws Exception {
        handlers.forEach(handler -> handler.block(false));
        life.cancel();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Thread.ofVirtual().name("soak end " + schedule.seed()).start(() -> {
            factories.forEach(SharedInformerFactory::shutdown);
            stopped.complete(null);
        });
        expect(stopped::isDone, "the informers do not stop");
        for (View<?> view : views) {
            expect(() -> view.departures().stream().allMatch(Context::isDone),
                    "a handler of " + view.name() + " has not returned from its last call");
        }
        expect(() -> cluster.server().openWatches() == 0, "watches are open after the informers stopped");
        client.close();
        expect(() -> client.connections() == 0, "the client holds connections after its end");
        expect(() -> cluster.faults().connections() == 0, "the server holds connections after the client's end");
    }

    private void expect(Patience.Condition condition, String otherwise) throws Exception {
        if (!patience.await(condition)) {
            violations.add("at the end: " + otherwise);
        }
    }
}
