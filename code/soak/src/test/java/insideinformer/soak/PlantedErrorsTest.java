package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.PopResult;
import insideinformer.deltafifo.Queue;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.reflector.ListWatch;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.store.StoreException;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs find every error that is put into an informer, and name it. */
class PlantedErrorsTest {

    private static final Seeds SEEDS = new Seeds(1, 300);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    static Stream<Arguments> errors() {
        return Stream.of(
                argumentSet("a store ignores a delete", queue(IgnoresDeletes::new),
                        "is no true copy: missing [], too many"),
                argumentSet("two notifications are swapped", handler(Swaps::new), "R1 |R2 |R3 |told different news"),
                argumentSet("an update comes before the add", handler(UpdatesBeforeAdd::new), "R1 "),
                argumentSet("an add comes twice", handler(AddsTwice::new), "R1 "),
                argumentSet("a handler misses a delete", handler(MissesDeletes::new), "the view of handler|R1 "),
                argumentSet("a handler is called by many threads", handler(ChangesThread::new),
                        "is called by another thread"),
                argumentSet("a handler is not removed", informer("removeEventHandler"),
                        "is called after its last call"),
                argumentSet("a 410 is answered with another watch alone", source(NoRelist::new), "is no true copy|R4 "),
                argumentSet("an event is lost", source(LosesEvents::new), "is no true copy|R6 "),
                argumentSet("the first page is taken for the list", source(FirstPage::new), "is no true copy"),
                argumentSet("a list comes from an old cache", source(OldList::new), "R2 "),
                argumentSet("a watch is opened and forgotten", source(ForgetsWatches::new),
                        "was opened before the last one was closed"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void an_error_is_found_and_named(Wiring planted, String findings) throws Exception {
        List<Outcome> failures = new ArrayList<>();
        long next = SEEDS.first();
        while (next <= SEEDS.last() && failures.stream().noneMatch(failure -> names(failure, findings))) {
            // on a slow machine a run can also fail because it lost patience; then the search goes on
            Summary summary = new Batch(Clock.system(), planted, PATIENCE)
                    .run(new Seeds(next, SEEDS.last()), 2, progress -> {});
            failures.addAll(summary.failures());
            next += summary.seeds();
        }

        assertThat(failures).as("%d seeds", next - SEEDS.first()).anyMatch(failure -> names(failure, findings));
        assertThat(failures.getFirst().report()).contains(
                failures.getFirst().schedule().toString(),
                "again: make soak SEEDS=" + failures.getFirst().schedule().seed());
    }

    private static boolean names(Outcome failure, String findings) {
        return failure.violations().stream()
                .anyMatch(violation -> Stream.of(findings.split("\\|")).anyMatch(violation::contains));
    }

    @Test
    void a_thread_that_is_left_is_found() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Wiring leaking = new Wiring() {
            @Override
            public <T extends KubernetesObject> ResourceEventHandler<T> handler(ResourceEventHandler<T> handler) {
                Thread.ofVirtual().name("listener of nobody [1]").start(() -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                return handler;
            }
        };
        try {
            Summary summary = new Batch(Clock.system(), leaking, PATIENCE).run(new Seeds(1, 1), 1, progress -> {});

            assertThat(summary.isGood()).isFalse();
            assertThat(summary.leftThreads()).isNotEmpty()
                    .allMatch(thread -> thread.contains("listener of nobody [1]"));
            assertThat(summary.toString()).contains("threads that outlived all runs");
        } finally {
            end.countDown();
        }
    }

    @Test
    void a_run_that_breaks_off_is_told_with_its_seed_and_stack() throws Exception {
        Wiring broken = new Wiring() {
            @Override
            public QueueFactory queues() {
                throw new IllegalStateException("no queues today");
            }
        };

        Summary summary = new Batch(Clock.system(), broken, PATIENCE).run(new Seeds(5, 5), 1, progress -> {});

        assertThat(summary.failures()).singleElement().extracting(Outcome::report).asString()
                .contains("seed 5 failed", "the run broke off", "no queues today", "again: make soak SEEDS=5");
    }

    @Test
    void a_run_that_hangs_is_told_with_the_place_where_it_does() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        AtomicLong aheadNanos = new AtomicLong();
        Wiring hanging = new Wiring() {
            @Override
            public QueueFactory queues() {
                aheadNanos.set(PATIENCE.multipliedBy(100).toNanos()); // now, no matter how long it took to get here
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("hung here", e);
                }
                return QueueFactory.DELTA_FIFO;
            }
        };

        Summary summary =
                new Batch(new AheadClock(aheadNanos), hanging, PATIENCE).run(new Seeds(5, 5), 1, progress -> {});

        assertThat(summary.failures()).singleElement().extracting(Outcome::report).asString()
                .contains("seed 5 failed", "the run broke off", "hung here");
    }

    /** The machine's clock, put forward. */
    private record AheadClock(AtomicLong aheadNanos) implements Clock {

        @Override
        public Instant now() {
            return Clock.system().now().plusNanos(aheadNanos.get());
        }

        @Override
        public long nanoTime() {
            return Clock.system().nanoTime() + aheadNanos.get();
        }

        @Override
        public Timer newTimer(Duration delay, Runnable action) {
            return Clock.system().newTimer(delay, action);
        }
    }

    // ---- between informer and handler

    private interface HandlerError {
        <T extends KubernetesObject> ResourceEventHandler<T> around(ResourceEventHandler<T> handler);
    }

    private static Wiring handler(HandlerError error) {
        return new Wiring() {
            @Override
            public <T extends KubernetesObject> ResourceEventHandler<T> handler(ResourceEventHandler<T> handler) {
                return error.around(handler);
            }
        };
    }

    /** Passes every call on. One thread at a time calls it. */
    private static class Passing<T extends KubernetesObject> implements ResourceEventHandler<T> {

        final ResourceEventHandler<T> handler;
        private int calls;

        Passing(ResourceEventHandler<T> handler) {
            this.handler = handler;
        }

        boolean isEvery(int nth) {
            return ++calls % nth == 0;
        }

        void pass(Runnable call) {
            call.run();
        }

        @Override
        public void onAdd(T obj, boolean isInInitialList) {
            pass(() -> handler.onAdd(obj, isInInitialList));
        }

        @Override
        public void onUpdate(T oldObj, T newObj) {
            pass(() -> handler.onUpdate(oldObj, newObj));
        }

        @Override
        public void onDelete(DeletedObject<T> obj) {
            pass(() -> handler.onDelete(obj));
        }
    }

    private static final class Swaps<T extends KubernetesObject> extends Passing<T> {

        private final ArrayDeque<Runnable> held = new ArrayDeque<>();

        Swaps(ResourceEventHandler<T> handler) {
            super(handler);
        }

        @Override
        void pass(Runnable call) {
            if (isEvery(5)) {
                held.add(call);
                return;
            }
            call.run();
            while (!held.isEmpty()) {
                held.remove().run();
            }
        }
    }

    private static final class UpdatesBeforeAdd<T extends KubernetesObject> extends Passing<T> {

        UpdatesBeforeAdd(ResourceEventHandler<T> handler) {
            super(handler);
        }

        @Override
        public void onAdd(T obj, boolean isInInitialList) {
            if (isEvery(5)) {
                handler.onUpdate(obj, obj);
            }
            handler.onAdd(obj, isInInitialList);
        }
    }

    private static final class AddsTwice<T extends KubernetesObject> extends Passing<T> {

        AddsTwice(ResourceEventHandler<T> handler) {
            super(handler);
        }

        @Override
        public void onAdd(T obj, boolean isInInitialList) {
            handler.onAdd(obj, isInInitialList);
            if (isEvery(5)) {
                handler.onAdd(obj, isInInitialList);
            }
        }
    }

    private static final class MissesDeletes<T extends KubernetesObject> extends Passing<T> {

        MissesDeletes(ResourceEventHandler<T> handler) {
            super(handler);
        }

        @Override
        public void onDelete(DeletedObject<T> obj) {
            if (!isEvery(2)) {
                handler.onDelete(obj);
            }
        }
    }

    private static final class ChangesThread<T extends KubernetesObject> extends Passing<T> {

        ChangesThread(ResourceEventHandler<T> handler) {
            super(handler);
        }

        @Override
        void pass(Runnable call) {
            if (!isEvery(5)) {
                call.run();
                return;
            }
            Thread other = Thread.ofVirtual().start(call);
            boolean interrupted = false;
            while (other.isAlive()) {
                try {
                    other.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An informer of which one method does nothing. */
    private static Wiring informer(String method) {
        return new Wiring() {
            @Override
            @SuppressWarnings("unchecked") // it is what it stands for
            public <T extends KubernetesObject> SharedIndexInformer<T> informer(SharedIndexInformer<T> informer) {
                return (SharedIndexInformer<T>) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {SharedIndexInformer.class},
                        (proxy, called, arguments) ->
                                called.getName().equals(method) ? null : called.invoke(informer, arguments));
            }
        };
    }

    // ---- between Reflector and store

    private static Wiring queue(QueueFactory queues) {
        return new Wiring() {
            @Override
            public QueueFactory queues() {
                return queues;
            }
        };
    }

    private static final class IgnoresDeletes<T> implements Queue<T> {

        private final Queue<T> queue;
        private final AtomicInteger deletes = new AtomicInteger();

        IgnoresDeletes(DeltaFIFOOptions<T> options) {
            this.queue = new DeltaFIFO<>(options);
        }

        @Override
        public PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException {
            return queue.pop((deltas, initial) -> process.process(
                    new Deltas<>(deltas.list().stream()
                            .filter(delta -> delta.type() != DeltaType.DELETED || deletes.incrementAndGet() % 3 != 0)
                            .toList()),
                    initial));
        }

        @Override
        public void add(T object) throws StoreException {
            queue.add(object);
        }

        @Override
        public void update(T object) throws StoreException {
            queue.update(object);
        }

        @Override
        public void delete(DeltaObject<T> object) throws StoreException {
            queue.delete(object);
        }

        @Override
        public void replace(List<T> list, String resourceVersion) throws StoreException {
            queue.replace(list, resourceVersion);
        }

        @Override
        public void resync() throws StoreException {
            queue.resync();
        }

        @Override
        public boolean hasSynced() {
            return queue.hasSynced();
        }

        @Override
        public DoneChecker hasSyncedChecker() {
            return queue.hasSyncedChecker();
        }

        @Override
        public boolean isClosed() {
            return queue.isClosed();
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    // ---- between server and Reflector

    private interface SourceError {
        <T extends KubernetesObject> ListerWatcher<T> around(ListerWatcher<T> source);
    }

    private static Wiring source(SourceError error) {
        return new Wiring() {
            @Override
            public <T extends KubernetesObject> ListerWatcher<T> source(ListerWatcher<T> source) {
                return error.around(source);
            }
        };
    }

    private record NoRelist<T>(ListerWatcher<T> source) implements ListerWatcher<T> {

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            return source.list(context, options);
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
            AtomicReference<Watch<T>> current = new AtomicReference<>(source.watch(context, options));
            return new Watch<>() {
                @Override
                public Optional<WatchEvent<T>> take() throws InterruptedException {
                    Optional<WatchEvent<T>> event = current.get().take();
                    if (event.isPresent() && event.get() instanceof WatchEvent.Error<T>(var status)
                            && Integer.valueOf(410).equals(status.code())) {
                        current.get().close();
                        try {
                            current.set(source.watch(context, options.withResourceVersion("")));
                        } catch (IOException e) {
                            return Optional.empty();
                        }
                        return current.get().take();
                    }
                    return event;
                }

                @Override
                public void close() {
                    current.get().close();
                }
            };
        }
    }

    private record LosesEvents<T>(ListerWatcher<T> source, AtomicInteger events) implements ListerWatcher<T> {

        LosesEvents(ListerWatcher<T> source) {
            this(source, new AtomicInteger());
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            return source.list(context, options);
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
            Watch<T> watch = source.watch(context, options);
            return new Watch<>() {
                @Override
                public Optional<WatchEvent<T>> take() throws InterruptedException {
                    return events.incrementAndGet() % 5 == 0 && watch.take().isEmpty()
                            ? Optional.empty() : watch.take();
                }

                @Override
                public void close() {
                    watch.close();
                }
            };
        }
    }

    private record FirstPage<T>(ListerWatcher<T> source) implements ListerWatcher<T> {

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            KubernetesList<T> page = source.list(context, options);
            return new KubernetesList<>(
                    new ListMeta(page.metadata().resourceVersion(), null, null, page.metadata().unknown()),
                    page.items());
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
            return source.watch(context, options);
        }
    }

    private record OldList<T>(ListerWatcher<T> source, AtomicReference<KubernetesList<T>> first)
            implements ListerWatcher<T> {

        OldList(ListerWatcher<T> source) {
            this(source, new AtomicReference<>());
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            KubernetesList<T> now = source.list(context, options);
            KubernetesList<T> old = options.limit() == 0 ? first.getAndSet(now) : null;
            return old == null ? now : old;
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
            return source.watch(context, options);
        }
    }

    private record ForgetsWatches<T>(ListerWatcher<T> source, AtomicInteger watches) implements ListerWatcher<T> {

        ForgetsWatches(ListerWatcher<T> source) {
            this(source, new AtomicInteger());
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            return source.list(context, options);
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
            if (watches.incrementAndGet() % 2 == 0) {
                source.watch(Context.background(), options); // and nothing ever closes it
            }
            return source.watch(context, options);
        }
    }
}
