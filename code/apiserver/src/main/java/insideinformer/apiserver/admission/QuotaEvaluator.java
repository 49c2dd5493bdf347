package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.errors.Errors;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.Evaluator;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.ObjectCountEvaluator;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaException;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks requests against quotas and charges the quotas before the requests go on. It handles the requests of one
 * namespace together: those that arrive while a batch is being handled become the next batch. So a thousand creates
 * cost a handful of status writes, and these writes do not conflict with each other.
 *
 * <p>Upstream: {@code admission/plugin/resourcequota/controller.go, quotaEvaluator}.
 */
public final class QuotaEvaluator implements AutoCloseable {

    // I1  A namespace has at most one worker. It has one as long as its requests wait.
    // I2  A request passes only if it changed no quota, or if every quota that it changed has been written.
    // I3  A request that has been refused stays refused.
    // I4  used is only ever raised here.

    private static final Logger LOG = LoggerFactory.getLogger(QuotaEvaluator.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int RETRIES = 3;

    /** One request that waits for its answer. Only the worker of its namespace uses it until it is finished. */
    private static final class Waiter {
        final AdmissionRequest request;
        final Evaluator evaluator;
        final Cancellable finished;
        boolean decided;
        @Nullable Exception refusal; // null once it is decided: the request passes

        Waiter(AdmissionRequest request, Evaluator evaluator, Context evaluators) {
            this.request = request;
            this.evaluator = evaluator;
            this.finished = evaluators.withCancel();
        }

        void decide(@Nullable Exception why) {
            decided = true;
            refusal = why;
        }
    }

    private final QuotaAccessor accessor;
    private final Registry registry;
    private final Set<GroupResource> ignored;
    private final List<LimitedResource> limited;
    private final Clock clock;
    private final Cancellable life = Context.background().withCancel(); // the evaluator's own; close() ends it

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<Waiter>> work = new HashMap<>(); // guarded by lock; by namespace
    private final Map<String, Thread> workers = new HashMap<>(); // guarded by lock; by namespace
    private boolean closed; // guarded by lock

    public QuotaEvaluator(
            QuotaAccessor accessor, QuotaConfiguration configuration, List<LimitedResource> limited, Clock clock) {
        this.accessor = accessor;
        this.registry = new SimpleRegistry(configuration.evaluators());
        this.ignored = configuration.ignoredResources();
        this.limited = List.copyOf(limited);
        this.clock = clock;
    }

    /** Waits until the request is decided, ten seconds at most. Returns to let it pass. */
    public void evaluate(AdmissionRequest request) throws IOException, QuotaException, InterruptedException {
        if (ignored.contains(request.resource())) {
            return;
        }
        Evaluator evaluator = evaluatorOf(request.resource());
        if (!evaluator.handles(request)) {
            return; // it changes no usage, so no quota is read
        }
        Waiter waiter = new Waiter(request, evaluator, life);
        addWork(waiter);
        if (!waiter.finished.await(TIMEOUT, clock)) {
            throw Errors.internal("resource quota evaluation timed out");
        }
        switch (waiter.refusal) {
            case null -> {}
            case IOException e -> throw e;
            case QuotaException e -> throw e;
            case RuntimeException e -> throw e;
            case Exception e -> throw new IllegalStateException("unexpected kind of refusal", e);
        }
    }

    /** Any resource can be counted; the evaluator for it is made when the first object comes. */
    private Evaluator evaluatorOf(GroupResource resource) {
        Evaluator known = registry.get(resource);
        if (known != null) {
            return known;
        }
        Evaluator counting = new ObjectCountEvaluator(resource, ListFuncByNamespace.NONE, null);
        registry.add(counting);
        return counting;
    }

    private void addWork(Waiter waiter) throws IOException {
        String namespace = waiter.request.namespace();
        lock.lock();
        try {
            if (closed) {
                waiter.finished.cancel();
                throw Errors.internal("the server is shutting down");
            }
            work.computeIfAbsent(namespace, n -> new ArrayList<>()).add(waiter);
            workers.computeIfAbsent(namespace, n -> Thread.ofVirtual().name("quota-" + n).start(() -> run(n)));
        } finally {
            lock.unlock();
        }
    }

    // tag::batch[]
    private void run(String namespace) {
        List<Waiter> batch = takeBatch(namespace);
        while (!batch.isEmpty()) {
            handle(namespace, batch);
            batch.forEach(waiter -> waiter.finished.cancel());
            batch = takeBatch(namespace);
        }
    }

    /** All requests that wait for this namespace. If none does, the worker ends. */
    private List<Waiter> takeBatch(String namespace) {
        lock.lock();
        try {
            List<Waiter> batch = work.remove(namespace);
            if (batch == null) {
                workers.remove(namespace);
                return List.of();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }
    // end::batch[]

    private void handle(String namespace, List<Waiter> batch) {
        try {
            checkAttributes(namespace, batch);
        } catch (RuntimeException | Error e) {
            LOG.error("quota evaluation crashed; {} requests of namespace {} are refused", batch.size(), namespace, e);
            decideRest(batch, new IllegalStateException("quota evaluation crashed", e));
        }
    }

    /** Judges some requests of one namespace as one batch; each answer is what refuses the request, or empty. */
    public List<Optional<Exception>> evaluateBatch(String namespace, List<AdmissionRequest> requests) {
        List<Waiter> batch = requests.stream()
                .map(r -> new Waiter(r, evaluatorOf(r.resource()), life))
                .toList();
        checkAttributes(namespace, batch);
        batch.forEach(waiter -> waiter.finished.cancel());
        return batch.stream().map(waiter -> Optional.ofNullable(waiter.refusal)).toList();
    }

    private void checkAttributes(String namespace, List<Waiter> batch) {
        List<MeasuredQuota> quotas;
        try {
            quotas = accessor.getQuotas(namespace);
        } catch (IOException | QuotaException e) {
            decideRest(batch, e);
            return;
        }
        if (quotas.isEmpty() && limited.isEmpty()) {
            decideRest(batch, null);
            return;
        }
        checkQuotas(namespace, quotas, batch, limited, RETRIES);
    }

    private void checkQuotas(
            String namespace,
            List<MeasuredQuota> quotas,
            List<Waiter> batch,
            List<LimitedResource> toCover,
            int retriesLeft) {
        // tag::quotas[]
        List<MeasuredQuota> charged = quotas;
        for (Waiter waiter : batch) {
            charged = checkOne(charged, waiter, toCover);
        }
        Failures failures = write(quotas, charged);
        if (failures.last() == null || retriesLeft == 0) {
            decideRest(batch, failures.last());
            return;
        }
        try {
            List<MeasuredQuota> again = accessor.getQuotas(namespace).stream()
                    .filter(quota -> failures.names().contains(quota.name()))
                    .toList();
            List<Waiter> undecided =
                    batch.stream().filter(waiter -> !waiter.decided).toList();
            List<LimitedResource> covered = List.of(); // an undecided request passed this check before
            checkQuotas(namespace, again, undecided, covered, retriesLeft - 1);
        } catch (IOException | QuotaException e) {
            LOG.warn("cannot read the quotas of {} again", namespace, e);
            decideRest(batch, failures.last());
        }
        // end::quotas[]
    }

    /** The quotas with the request charged to them; as they were if it is refused, costs nothing, or is only a try. */
    private List<MeasuredQuota> checkOne(List<MeasuredQuota> quotas, Waiter waiter, List<LimitedResource> toCover) {
        try {
            List<MeasuredQuota> charged = CheckRequest.check(quotas, waiter.request, waiter.evaluator, toCover);
            if (waiter.request.dryRun()) {
                waiter.decide(null);
                return quotas;
            }
            if (charged.equals(quotas)) {
                waiter.decide(null);
            }
            return charged; // undecided until it is written
        } catch (IOException | QuotaException e) {
            waiter.decide(e);
            return quotas;
        } catch (RuntimeException e) { // for example amounts so far apart that their sum is refused
            LOG.warn("a request for {} cannot be judged and is refused", waiter.request.resource(), e);
            waiter.decide(e);
            return quotas;
        }
    }

    /** Which quotas could not be written, and why the last of them could not; null if all went well. */
    private record Failures(Set<String> names, @Nullable IOException last) {}

    private Failures write(List<MeasuredQuota> before, List<MeasuredQuota> after) {
        Set<String> failed = new HashSet<>();
        IOException last = null;
        for (int i = 0; i < after.size(); i++) {
            if (after.get(i).equals(before.get(i))) {
                continue;
            }
            try {
                accessor.updateQuotaStatus(after.get(i));
            } catch (IOException e) {
                failed.add(after.get(i).name());
                last = e;
            }
        }
        return new Failures(failed, last);
    }

    private static void decideRest(List<Waiter> batch, @Nullable Exception why) {
        batch.stream().filter(waiter -> !waiter.decided).forEach(waiter -> waiter.decide(why));
    }

    /** How many requests of a namespace wait for its next batch. */
    int waiting(String namespace) {
        lock.lock();
        try {
            return work.getOrDefault(namespace, List.of()).size();
        } finally {
            lock.unlock();
        }
    }

    /** How many namespaces are at work. */
    int workers() {
        lock.lock();
        try {
            return workers.size();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses what comes from now on, and waits for the workers. */
    @Override
    public void close() {
        List<Thread> running;
        lock.lock();
        try {
            closed = true;
            running = List.copyOf(workers.values());
        } finally {
            lock.unlock();
        }
        try {
            for (Thread worker : running) {
                worker.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("interrupted while the workers of the quotas end; they end by themselves");
        } finally {
            life.cancel();
        }
    }
}
