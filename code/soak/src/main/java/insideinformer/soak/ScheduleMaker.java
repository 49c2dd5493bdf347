package insideinformer.soak;

import insideinformer.apiserver.faults.Break;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.soak.Schedule.HandlerPlan;
import insideinformer.soak.Schedule.ScopePlan;
import insideinformer.soak.Schedule.ViewPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Draws one schedule. It knows which objects exist, which faults last and which handlers are there after the steps so
 * far, so every step can be carried out.
 */
final class ScheduleMaker {

    static final List<String> NAMESPACES = List.of("north", "south");
    private static final List<String> NAMES = List.of("ada", "bob", "cleo", "dan", "eve");
    private static final List<String> GARBAGE = List.of(
            "\n", "{\"type\":\"PONG\"}\n", "{\"type\":\"ADDED\"}\n",
            "{\"type\":\"ADDED\",\"object\":\"pod\"}\n", "no JSON at all\n", "{\"type\":\"MODIF", "[]\n");
    private static final int FEWEST_STEPS = 25;
    private static final int MORE_STEPS = 40;
    private static final int LONGEST_FAULT = 12; // steps

    /** A fault that lasts. @param what two faults with the same text never last at the same time */
    private record Broken(int id, String what, int until) {}

    private final long seed;
    private final Random random;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Kind, Set<String>> alive = new EnumMap<>(Kind.class);
    private final List<Broken> broken = new ArrayList<>();
    private final List<ViewPlan> views = new ArrayList<>();
    private final List<Integer> removable = new ArrayList<>(); // handlers
    private final Set<Kind> watched = new TreeSet<>();
    private int handlers;
    private int nextId;
    private int nextMark;

    ScheduleMaker(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L); // so that neighboring seeds differ
    }

    Schedule make() {
        List<ScopePlan> scopes = scopes();
        for (int i = random.nextInt(12); i > 0; i--) {
            write();
        }
        int end = steps.size() + FEWEST_STEPS + random.nextInt(MORE_STEPS);
        if (oneIn(2)) {
            begin(new Step.PagesAtZero(nextId++), LONGEST_FAULT + random.nextInt(FEWEST_STEPS));
        }
        int started = 0;
        while (steps.size() < end || started < scopes.size()) {
            liftWhatIsDue();
            if (started < scopes.size() && random.nextInt(4) == 0) {
                steps.add(new Step.StartScope(started++));
            } else {
                next(started);
            }
        }
        return new Schedule(seed, scopes, steps, oneIn(4));
    }

    // ---- who watches what

    private List<ScopePlan> scopes() {
        List<ScopePlan> scopes = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Set<Kind> kinds = new TreeSet<>();
            for (int k = 1 + random.nextInt(2); k > 0; k--) {
                kinds.add(pick(List.of(Kind.values())));
            }
            watched.addAll(kinds);
            List<ViewPlan> its = kinds.stream().map(this::view).toList();
            views.addAll(its);
            scopes.add(new ScopePlan(
                    oneIn(3) ? pick(NAMESPACES) : "", oneIn(2) ? "metal=gold" : "", 1 + random.nextInt(4), its));
        }
        return scopes;
    }

    private ViewPlan view(Kind kind) {
        List<HandlerPlan> plans = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            if (!plans.isEmpty()) {
                removable.add(handlers);
            }
            plans.add(handler(!plans.isEmpty()));
            handlers++;
        }
        return new ViewPlan(kind, oneIn(2) ? Duration.ofSeconds(30 + random.nextInt(200)) : Duration.ZERO, plans);
    }

    private HandlerPlan handler(boolean mayLeave) {
        return new HandlerPlan(
                oneIn(3) ? Optional.of(Duration.ofSeconds(oneIn(3) ? 0 : 30 + random.nextInt(200))) : Optional.empty(),
                oneIn(6) ? 3 + random.nextInt(8) : 0,
                mayLeave && oneIn(5) ? 1 + random.nextInt(15) : 0);
    }

    // ---- what happens

    private void next(int started) {
        int dice = random.nextInt(100);
        if (dice < 40) {
            write();
        } else if (dice < 46) {
            steps.add(new Step.AwaitWatches());
        } else if (dice < 56) {
            steps.add(pause());
        } else if (dice < 78) {
            faultOnce();
        } else if (dice < 89) {
            faultThatLasts();
        } else if (dice < 91) {
            restart();
        } else if (dice < 97) {
            comeOrGo();
        } else if (started == 0 || !broken.isEmpty()) {
            write();
        } else {
            steps.add(new Step.CatchUp(random.nextInt(viewsOf(started))));
        }
    }

    /** A number of views that are surely started: each started scope has at least one, and they come first. */
    private int viewsOf(int started) {
        return Math.max(1, Math.min(started, views.size()));
    }

    private void write() {
        Kind kind = pick(List.copyOf(oneIn(8) ? List.of(Kind.values()) : watched));
        String key = pick(NAMESPACES) + "/" + pick(NAMES);
        Set<String> there = alive(kind);
        if (!there.contains(key)) {
            create(kind, key);
        } else if (oneIn(3)) {
            steps.add(new Step.Delete(kind, key));
            there.remove(key);
            if (oneIn(3)) {
                create(kind, key); // another object of the same name, immediately
            }
        } else {
            steps.add(new Step.Update(kind, key, isGold(), mark()));
        }
    }

    private void create(Kind kind, String key) {
        String mark = mark();
        steps.add(new Step.Create(kind, key, "uid-" + mark, isGold(), mark));
        alive(kind).add(key);
    }

    private Set<String> alive(Kind kind) {
        return alive.computeIfAbsent(kind, k -> new TreeSet<>());
    }

    private boolean isGold() {
        return random.nextInt(5) < 3;
    }

    private String mark() {
        return "m" + nextMark++;
    }

    private Step pause() {
        return new Step.Pause(Duration.ofMillis(1 + random.nextInt(10_000)));
    }

    private void faultOnce() {
        if (oneIn(2)) {
            steps.add(new Step.AwaitWatches());
        }
        Kind kind = aWatchedKind();
        Step fault = switch (random.nextInt(16)) {
            case 0, 1 -> new Step.EndWatches(kind, pick(List.of(WatchEnd.values())));
            case 2, 3, 4 -> new Step.CutAtNext(kind, pick(List.of(Break.values())));
            case 5, 6 -> new Step.Compact();
            case 7 -> new Step.SendExpired(kind);
            case 8 -> new Step.SendError(kind, pick(List.of(410, 429, 500, 503, 504)));
            case 9 -> new Step.SendRaw(kind, pick(GARBAGE));
            case 10 -> new Step.SendBookmark(kind);
            case 11 -> new Step.ExpirePage(kind);
            default -> new Step.FailRequests(kind, listOrWatch(), 1 + random.nextInt(3),
                    pick(List.of(Step.Refusal.values())));
        };
        steps.add(fault);
        switch (fault) { // a fault that waits for a request mostly gets one soon
            case Step.FailRequests fail when fail.verb().equals("watch") && !oneIn(3) ->
                steps.add(new Step.EndWatches(kind, pick(List.of(WatchEnd.values()))));
            case Step.FailRequests fail when !oneIn(3) -> steps.add(new Step.SendExpired(kind));
            case Step.ExpirePage expire when !oneIn(3) -> steps.add(new Step.SendExpired(kind));
            case Step.Compact compact when oneIn(2) ->
                steps.add(new Step.EndWatches(kind, pick(List.of(WatchEnd.values()))));
            default -> {}
        }
    }

    private void faultThatLasts() {
        Kind kind = aWatchedKind();
        int id = nextId++;
        Step.Lasting fault = switch (random.nextInt(10)) {
            case 0, 1 -> new Step.Hold(id, kind);
            case 2 -> new Step.Silence(id);
            case 3, 4 -> new Step.Delay(id, kind, listOrWatch(), Duration.ofMillis(random.nextInt(15_000)));
            case 5 -> new Step.LimitWatches(id, Duration.ofMillis(2_000 + random.nextInt(40_000)));
            case 6 -> new Step.SuppressBookmarks(id);
            case 7 -> new Step.PagesAtZero(id);
            case 8 -> new Step.RefuseConnections(id);
            default -> new Step.BlockHandler(id, random.nextInt(handlers));
        };
        begin(fault, 1 + random.nextInt(LONGEST_FAULT));
    }

    /** Does nothing if such a fault lasts already. */
    private void begin(Step.Lasting fault, int duration) {
        String what = switch (fault) {
            case Step.Hold hold -> "hold " + hold.kind();
            case Step.BlockHandler block -> "handler " + block.handler();
            default -> fault.getClass().getSimpleName();
        };
        if (broken.stream().noneMatch(other -> other.what().equals(what))) {
            steps.add(fault);
            broken.add(new Broken(fault.id(), what, steps.size() + duration));
        }
    }

    private void liftWhatIsDue() {
        for (Broken each : List.copyOf(broken)) {
            if (each.until() <= steps.size()) {
                lift(each);
            }
        }
    }

    private void lift(Broken what) {
        broken.remove(what);
        steps.add(new Step.Lift(what.id()));
    }

    private void restart() {
        for (Broken each : List.copyOf(broken)) {
            if (!each.what().startsWith("handler")) {
                lift(each); // the faults end with the server
            }
        }
        steps.add(new Step.StopServer());
        for (int i = random.nextInt(4); i > 0; i--) {
            write(); // as other servers of the cluster would; without writes, the revision stays the same
        }
        if (oneIn(2)) {
            steps.add(new Step.Compact()); // the server loses the history that it had in memory
        }
        if (oneIn(2)) {
            steps.add(pause());
        }
        steps.add(new Step.StartServer());
    }

    private void comeOrGo() {
        if (removable.isEmpty() || oneIn(2)) {
            steps.add(new Step.AddHandler(random.nextInt(views.size()), handler(true)));
            removable.add(handlers++);
        } else {
            int leaving = removable.remove(random.nextInt(removable.size()));
            for (Broken each : List.copyOf(broken)) {
                if (each.what().equals("handler " + leaving)) {
                    lift(each);
                }
            }
            steps.add(new Step.RemoveHandler(leaving, oneIn(2)));
        }
    }

    private Kind aWatchedKind() {
        return pick(List.copyOf(watched));
    }

    private String listOrWatch() {
        return oneIn(2) ? "list" : "watch";
    }

    private boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    private <E> E pick(List<E> all) {
        return all.get(random.nextInt(all.size()));
    }
}
