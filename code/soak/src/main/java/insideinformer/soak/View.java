package insideinformer.soak;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.client.ListerWatcher;
import insideinformer.client.RestClient;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.reflector.ListWatch;
import insideinformer.sharedinformer.HandlerOptions;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.soak.Schedule.HandlerPlan;
import insideinformer.soak.Schedule.ScopePlan;
import insideinformer.soak.Schedule.ViewPlan;
import insideinformer.store.IndexFunc;
import insideinformer.store.StoreException;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One informer with its handlers, and the checks on both. Only the thread of the run uses it. */
final class View<T extends KubernetesObject> {

    /** A handler and its registration. @param whole whether it came before the start and will not leave by itself */
    private record Attached<T extends KubernetesObject>(
            Witness<T> witness, ResourceEventHandlerRegistration registration, boolean whole) {}

    private final String name;
    private final ScopePlan scope;
    private final Kind kind;
    private final Wiring wiring;
    private final Tap<T> tap;
    private final SharedIndexInformer<T> informer;
    private final List<Attached<T>> attached = new ArrayList<>();
    private final List<Attached<T>> gone = new ArrayList<>();
    private boolean started;

    /** @param name part of the names of its threads */
    View(
            String name, ScopePlan scope, ViewPlan plan, ApiResource<T> resource, RestClient client,
            SharedInformerFactory factory, Clock clock, Wiring wiring, Tally tally) {
        this.name = name;
        this.scope = scope;
        this.kind = plan.kind();
        this.wiring = wiring;
        this.tap = new Tap<>(client.resource(resource).inNamespace(scope.namespace()), tally);
        ListerWatcher<T> selected = ListWatch.filtered(tap, this::tweak);
        this.informer = wiring.informer(factory.informerFor(resource, (c, period) -> SharedIndexInformer.of(
                wiring.source(selected), resource.type(),
                SharedIndexInformerOptions.<T>resyncing(plan.resync())
                        .withIndexers(Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()))
                        .withObjectDescription(name)
                        .withClock(clock)
                        .withQueueFactory(wiring.queues()))));
    }

    /** Makes pages smaller if the Reflector wants pages. */
    private ListOptions tweak(ListOptions options) {
        return (options.limit() > 0 ? options.withLimit(scope.pageLimit()) : options)
                .withLabelSelector(scope.selector());
    }

    boolean isStarted() {
        return started;
    }

    void started() {
        started = true;
    }

    Witness<T> add(String handlerName, HandlerPlan plan) {
        Witness<T> witness = new Witness<>(handlerName, plan.failsEvery());
        HandlerOptions options = HandlerOptions.DEFAULT.withName(handlerName);
        Leaver<T> leaver = new Leaver<>(witness, informer, plan.leavesAfter());
        ResourceEventHandlerRegistration registration = informer.addEventHandlerWithOptions(
                wiring.handler(plan.leavesAfter() > 0 ? leaver : witness),
                plan.resync().map(options::withResyncPeriod).orElse(options));
        witness.joined(registration);
        leaver.joined(registration);
        attached.add(new Attached<>(witness, registration, !started && plan.leavesAfter() == 0));
        return witness;
    }

    /** @param await whether to wait for the end of its last call, which must not be blocked */
    void remove(Witness<?> witness, boolean await) throws InterruptedException {
        Attached<T> leaving =
                attached.stream().filter(each -> each.witness() == witness).findFirst().orElseThrow();
        attached.remove(leaving);
        gone.add(leaving);
        if (await) {
            informer.shutDownEventHandler(leaving.registration());
        } else {
            informer.removeEventHandler(leaving.registration());
        }
    }

    boolean has(Witness<?> witness) {
        return attached.stream().anyMatch(each -> each.witness() == witness);
    }

    /** The handlers that have not removed themselves. */
    private List<Attached<T>> present() {
        return attached.stream().filter(each -> !each.witness().hasLeft()).toList();
    }

    /** Each ends when a handler has returned from its last call. After the informer's end, all of them end. */
    List<Context> departures() {
        return Stream.concat(attached.stream(), gone.stream()).map(each -> each.registration().shutdown()).toList();
    }

    // ---- at rest

    /** Where its store or a handler's view differs from the server's list. Empty if nothing differs. */
    List<String> differences(Cluster cluster) {
        Set<State> there = cluster.list(kind, scope.namespace(), scope.selector());
        List<String> found = new ArrayList<>();
        compare("the store of " + name, there, stored(), found);
        for (Attached<T> each : present()) {
            compare("the view of handler " + each.witness().name(), there, each.witness().view(), found);
        }
        return found;
    }

    private Set<State> stored() {
        return informer.getIndexer().list().stream().map(State::of).collect(Collectors.toSet());
    }

    private static void compare(String whose, Set<State> expected, Set<State> actual, List<String> found) {
        if (!actual.equals(expected)) {
            Set<State> missing = new HashSet<>(expected);
            missing.removeAll(actual);
            Set<State> extra = new HashSet<>(actual);
            extra.removeAll(expected);
            found.add(whose + " is no true copy: missing " + missing + ", too many " + extra);
        }
    }

    /** What is not finished yet. Empty if everything is. */
    List<String> unfinished(Cluster cluster) {
        List<String> found = new ArrayList<>();
        if (!informer.hasSynced()) {
            found.add(name + " is not synced");
        }
        long version = Long.parseLong("0" + informer.lastSyncResourceVersion());
        long newest = stored().stream().mapToLong(State::version).max().orElse(0);
        if (version < newest || version > cluster.revision()) {
            found.add(name + " says that it has read up to " + version + ", between " + newest + " and "
                    + cluster.revision());
        }
        for (Attached<T> each : present()) {
            if (!each.witness().hasSynced()) {
                found.add("handler " + each.witness().name() + " is not synced");
            }
            if (each.witness().pending() > 0) {
                found.add("handler " + each.witness().name() + " has " + each.witness().pending() + " pending");
            }
        }
        return found;
    }

    // ---- at the end

    /**
     * Every rule that was broken.
     *
     * @param rested whether everything on its way to the handlers has arrived
     */
    List<String> verdict(Truth truth, boolean rested, Tally tally) {
        List<String> found = new ArrayList<>();
        tap.complaints().forEach(complaint -> found.add(name + ": " + complaint));
        Rules rules = new Rules(
                state -> truth.wasStored(kind, state), state -> truth.hasEnded(kind, state), tap::wasListed,
                !scope.selector().isEmpty());
        List<Attached<T>> all = new ArrayList<>(attached);
        all.addAll(gone);
        for (Attached<T> each : all) {
            List<HandlerEvent> events = each.witness().events();
            events.forEach(event -> tally.add("told: " + sort(event), 1));
            found.addAll(each.witness().complaints());
            rules.violations(events).forEach(v -> found.add("handler " + each.witness().name() + ": " + v));
        }
        haveHeardTheSame(rested, found);
        checkIndex(found);
        return found;
    }

    private static String sort(HandlerEvent event) {
        return switch (event) {
            case HandlerEvent.Added added -> added.initial() ? "initial adds" : "adds";
            case HandlerEvent.Updated update when update.isNoNews() -> "updates without news";
            case HandlerEvent.Updated(State before, State now) ->
                before.uid().equals(now.uid()) ? "updates" : "updates to another uid";
            case HandlerEvent.Deleted deleted -> deleted.tombstone() ? "tombstones" : "deletes";
        };
    }

    /**
     * Handlers that stayed from start to end must have heard the same news. After an abrupt stop, one can lack the end.
     */
    private void haveHeardTheSame(boolean rested, List<String> found) {
        List<Witness<T>> whole = attached.stream().filter(Attached::whole).map(Attached::witness).toList();
        for (Witness<T> other : whole) {
            List<HandlerEvent> expected = news(whole.getFirst());
            List<HandlerEvent> actual = news(other);
            int fewest = Math.min(expected.size(), actual.size());
            int compared = rested ? Math.max(expected.size(), actual.size()) : fewest;
            for (int i = 0; i < compared; i++) {
                HandlerEvent first = i < expected.size() ? expected.get(i) : null;
                HandlerEvent second = i < actual.size() ? actual.get(i) : null;
                if (first == null || !first.equals(second)) {
                    found.add("handlers of " + name + " were told different news: " + whole.getFirst().name() + " "
                            + first + ", " + other.name() + " " + second);
                    break;
                }
            }
        }
    }

    private static List<HandlerEvent> news(Witness<?> witness) {
        return witness.events().stream()
                .filter(event -> !(event instanceof HandlerEvent.Updated update && update.isNoNews()))
                .toList();
    }

    private void checkIndex(List<String> found) {
        Set<State> indexed = new HashSet<>();
        try {
            for (String namespace : informer.getIndexer().listIndexFuncValues(IndexFunc.NAMESPACE_INDEX)) {
                informer.getIndexer().byIndex(IndexFunc.NAMESPACE_INDEX, namespace)
                        .forEach(object -> indexed.add(State.of(object)));
            }
        } catch (StoreException e) {
            found.add("the index of " + name + " cannot be read: " + e.getMessage());
        }
        if (!indexed.equals(stored())) {
            found.add("the index of " + name + " holds " + indexed + ", its store " + stored());
        }
    }

    String name() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    ScopePlan scope() {
        return scope;
    }
}
