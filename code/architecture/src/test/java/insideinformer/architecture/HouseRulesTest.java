package insideinformer.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

/** What the code of all modules does without. */
class HouseRulesTest {

    private static final Map<String, Set<String>> SLEEPS = Map.of(
            "java.lang.Thread", Set.of("sleep"),
            "java.util.concurrent.TimeUnit", Set.of("sleep"));

    private static final Map<String, Set<String>> CLOCKS = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDate", Set.of("now"),
            "java.time.LocalTime", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.OffsetDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"));

    private static final Map<String, Set<String>> CHANCE = Map.of(
            "java.lang.Math", Set.of("random"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
            "java.util.random.RandomGenerator", Set.of("getDefault", "of"));

    private static final Set<String> RANDOMS =
            Set.of("java.util.Random", "java.util.SplittableRandom", "java.security.SecureRandom");

    /** Where a program meets the world: the clock itself, what a run took, the date of a learner's progress. */
    private static final Set<String> MAY_ASK_THE_TIME = Set.of(
            "insideinformer.wait.SystemClock", "insideinformer.book.Main", "insideinformer.course.Course");

    private static final Pattern MAPPER = Pattern.compile("tools\\.jackson\\..*(Mapper|Reader|Writer)");

    /** A header that only people read; whatever else draws is given its source, or its builder has one. */
    private static final Set<String> MAY_THROW_DICE = Set.of("insideinformer.apiserver.bodies.Answers");

    /** Not part of what a reader borrows: they drive the machinery from outside, as a {@code main} does. */
    private static final Set<String> HARNESSES = Set.of("insideinformer.conformance", "insideinformer.soak",
            "insideinformer.benchmarks", "insideinformer.testing");

    /** Where a context has no parent, and why. A context without a parent is ended by nobody but its owner. */
    private static final Map<String, String> MAY_HAVE_NO_PARENT = Map.ofEntries(
            entry("insideinformer.apiserver.ApiServer", "close ends it"),
            entry("insideinformer.factory.SharedInformerFactory", "close ends it"),
            entry("insideinformer.workqueue.TypedQueue", "shutDown ends it"),
            entry("insideinformer.sharedinformer.DefaultSharedIndexInformer", "ends after the queue has been emptied"),
            entry("insideinformer.deltafifo.DoneSignal", "only a signal"),
            entry("insideinformer.apiserver.admission.QuotaEvaluator", "close ends it"),
            entry("insideinformer.manager.ControllerManager", "only a signal: the informers have started"),
            entry("insideinformer.manager.RunningControllers", "a signal, and a pause that a stop does not cut short"),
            entry("insideinformer.processor.ProcessorListener", "a pause that a stop does not cut short"),
            entry("insideinformer.reflector.WatchList", "a pause that a stop does not cut short"),
            entry("insideinformer.reflector.Reflector", "the lister has the context of the round"),
            entry("insideinformer.program.Main", "the command itself; Ctrl-C ends it"),
            entry("insideinformer.lab.OneObjectsJourney", "a program of its own"),
            entry("insideinformer.course.Course", "a program of its own"));

    @Test
    void a_context_comes_from_the_caller() {
        Predicate<JavaAccess<?>> background = access -> access.getName().equals("background")
                && access.getTargetOwner().getName().equals("insideinformer.wait.Context");

        assertThat(accesses(Reactor.MAIN, background))
                .as("what a program does must end when the program is told to stop")
                .allMatch(access -> access.contains(".main(") || isHarness(originClass(access))
                        || MAY_HAVE_NO_PARENT.containsKey(originClass(access).replaceFirst("\\$.*", "")));
    }

    private static boolean isHarness(String originClass) {
        return HARNESSES.stream().anyMatch(harness -> originClass.startsWith(harness + "."));
    }

    @Test
    void no_test_sleeps() {
        assertThat(accesses(Reactor.TESTS, among(SLEEPS)))
                .as("a sleep is too short here and too long there: use a FakeClock, a latch, a condition")
                .isEmpty();
    }

    @Test
    void time_comes_from_the_clock_that_the_caller_gives() {
        assertThat(accesses(Reactor.MAIN, among(SLEEPS).or(among(CLOCKS))))
                .as("time is an argument, so that a test can hold it still")
                .allMatch(access -> MAY_ASK_THE_TIME.contains(originClass(access)));
    }

    @Test
    void chance_comes_from_the_source_that_the_caller_gives() {
        Predicate<JavaAccess<?>> unseeded = access -> RANDOMS.contains(access.getTargetOwner().getName())
                && access.getTarget().getFullName().endsWith(".<init>()");

        assertThat(accesses(Reactor.MAIN, among(CHANCE).or(unseeded)))
                .as("a random source is an argument, so that a test can repeat what it did")
                .allMatch(access -> MAY_THROW_DICE.contains(originClass(access)) || isDefault(originClass(access)));
    }

    @Test
    void nothing_is_synchronized() {
        List<String> places = new SynchronizedFinder().find(Reactor.sources());

        assertThat(places)
                .as("one ReentrantLock a class, with conditions: a monitor cannot be waited for in two ways")
                .isEmpty();
    }

    /**
     * A virtual thread that runs a static initializer, or waits for one, keeps its carrier thread. If it then waits for
     * a lock, and whoever got that lock finds no carrier left, everything stands still. Jackson's mappers have a lock.
     */
    @Test
    void no_static_initializer_waits_for_a_lock() {
        assertThat(waitsInStaticInitializers(Reactor.MAIN))
                .as("make it when it is first needed, in a method or a constructor")
                .isEmpty();
    }

    @Test
    void a_wait_in_a_static_initializer_is_found_behind_other_methods() {
        JavaClasses example = new ClassFileImporter().importClasses(WaitsWhenLoaded.class);

        assertThat(waitsInStaticInitializers(example)).hasSize(2);
    }

    static final class WaitsWhenLoaded {

        static final int READ = read();

        private static int read() {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            try {
                return new ObjectMapper().readTree("1").intValue();
            } finally {
                lock.unlock();
            }
        }
    }

    private static Set<String> waitsInStaticInitializers(JavaClasses classes) {
        Set<String> waits = new TreeSet<>();
        for (JavaClass type : classes) {
            type.getStaticInitializer().stream()
                    .flatMap(start -> reachedFrom(start, classes).stream())
                    .flatMap(unit -> unit.getCallsFromSelf().stream())
                    .filter(HouseRulesTest::waits)
                    .forEach(call -> waits.add(type.getName() + " when it is loaded: " + call.getDescription()));
        }
        return waits;
    }

    /** The start itself, and everything of these classes that it calls, directly or over others. */
    private static Set<JavaCodeUnit> reachedFrom(JavaCodeUnit start, JavaClasses classes) {
        Set<JavaCodeUnit> reached = new LinkedHashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty()) {
            JavaCodeUnit unit = next.pop();
            if (reached.add(unit)) {
                unit.getCallsFromSelf().stream()
                        .flatMap(call -> call.getTarget().resolveMember().stream())
                        .filter(member -> classes.contain(member.getOwner().getName()))
                        .forEach(member -> next.push((JavaCodeUnit) member));
            }
        }
        return reached;
    }

    private static boolean waits(JavaCall<?> call) {
        String owner = call.getTargetOwner().getName();
        return MAPPER.matcher(owner).matches() && call.getName().matches("(read|write|convert|tree|value|update).*")
                || owner.startsWith("java.util.concurrent.locks.") && call.getName().startsWith("lock");
    }

    @Test
    void every_package_has_a_tour_and_knows_what_may_be_null() {
        Set<String> bare = new TreeSet<>();
        for (JavaClass type : Reactor.MAIN) {
            JavaPackage home = type.getPackage();
            if (home.tryGetPackageInfo().isEmpty() || !home.isAnnotatedWith(NullMarked.class)) {
                bare.add(home.getName());
            }
        }

        assertThat(bare).as("packages without a package-info.java that says @NullMarked").isEmpty();
    }

    @Test
    void no_test_is_switched_off() {
        List<String> off = new ArrayList<>();
        for (JavaClass type : Reactor.TESTS) {
            if (type.isAnnotatedWith(Disabled.class)) {
                off.add(type.getName());
            }
            for (JavaCodeUnit method : type.getCodeUnits()) {
                if (method.isAnnotatedWith(Disabled.class)) {
                    off.add(method.getFullName());
                }
            }
        }

        assertThat(off).as("a test that does not run proves nothing").isEmpty();
    }

    private static String originClass(String access) {
        String method = access.substring(0, access.indexOf('('));
        return method.substring(0, method.lastIndexOf('.'));
    }

    /** Options and their builders name what an argument is if nobody gives it. */
    private static boolean isDefault(String originClass) {
        return originClass.endsWith("Options") || originClass.endsWith("$Builder");
    }

    private static Predicate<JavaAccess<?>> among(Map<String, Set<String>> methods) {
        return access -> methods.getOrDefault(access.getTargetOwner().getName(), Set.of()).contains(access.getName());
    }

    /** Calls and method references, as "from where: to what". */
    private static List<String> accesses(JavaClasses classes, Predicate<JavaAccess<?>> wanted) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            List<JavaAccess<?>> all = new ArrayList<>(type.getAccessesFromSelf());
            all.addAll(type.getMethodReferencesFromSelf());
            all.addAll(type.getConstructorReferencesFromSelf());
            all.stream().filter(wanted).forEach(access ->
                    found.add(access.getOrigin().getFullName() + ": " + access.getTarget().getFullName() + ", line "
                            + access.getLineNumber()));
        }
        return List.copyOf(found);
    }
}
