package insideinformer.apiserver.admission;

import static insideinformer.apiserver.admission.Given.PODS;
import static insideinformer.apiserver.admission.Given.WIDGETS;
import static insideinformer.apiserver.admission.Given.create;
import static insideinformer.apiserver.admission.Given.dryRun;
import static insideinformer.apiserver.admission.Given.inNamespace;
import static insideinformer.apiserver.admission.Given.pod;
import static insideinformer.apiserver.admission.Given.quota;
import static insideinformer.apiserver.admission.Given.update;
import static insideinformer.apiserver.admission.Given.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.ResourceQuota;
import insideinformer.apiserver.errors.Errors;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaEvaluatorTest {

    /** Quotas in memory, with versions that are compared, and with writes that can be made to fail. */
    private static final class FakeAccessor implements QuotaAccessor {

        private final ReentrantLock lock = new ReentrantLock();
        private final Map<String, MeasuredQuota> quotas = new LinkedHashMap<>();
        private final List<String> lookups = new ArrayList<>();
        private final List<String> updates = new ArrayList<>();
        private final Deque<Runnable> conflicts = new ArrayDeque<>(); // what somebody else writes just before
        private IOException lookupFails;
        private Semaphore gate = new Semaphore(Integer.MAX_VALUE / 2);
        private CountDownLatch entered = new CountDownLatch(1);

        void put(MeasuredQuota quota) {
            quotas.put(quota.name(), quota);
        }

        @Override
        public List<MeasuredQuota> getQuotas(String namespace) throws IOException {
            entered.countDown();
            gate.acquireUninterruptibly();
            lock.lock();
            try {
                lookups.add(namespace);
                if (lookupFails != null) {
                    throw lookupFails;
                }
                return quotas.values().stream()
                        .filter(q -> namespace.equals(q.quota().metadata().namespace()))
                        .toList();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void updateQuotaStatus(MeasuredQuota quota) throws IOException {
            lock.lock();
            try {
                updates.add(quota.name() + ": " + used(quota));
                if (!conflicts.isEmpty()) {
                    conflicts.removeFirst().run();
                }
                MeasuredQuota stored = quotas.get(quota.name());
                if (stored == null || !version(stored).equals(version(quota))) {
                    throw Errors.conflict(
                            new GroupResource("", "resourcequotas"), quota.name(), "it has been modified");
                }
                write(quota.withUsed(quota.used()));
            } finally {
                lock.unlock();
            }
        }

        void write(MeasuredQuota q) {
            ResourceQuota o = q.quota();
            String next = String.valueOf(Long.parseLong(version(quotas.get(q.name()))) + 1);
            put(new MeasuredQuota(
                    new ResourceQuota(
                            o.apiVersion(),
                            o.kind(),
                            o.metadata().withResourceVersion(next),
                            o.spec(),
                            o.status(),
                            o.unknown()),
                    q.hard(),
                    q.used()));
        }

        private static String version(MeasuredQuota quota) {
            return quota.quota().metadata().resourceVersion();
        }
    }

    private final FakeAccessor accessor = new FakeAccessor();
    private final FakeClock clock = new FakeClock();
    private final List<LimitedResource> limited = new ArrayList<>();
    private QuotaEvaluator evaluator;

    private QuotaEvaluator evaluator() {
        if (evaluator == null) {
            evaluator =
                    new QuotaEvaluator(accessor, QuotaInstall.forAdmission(clock, QuotaFeatures.ALL), limited, clock);
        }
        return evaluator;
    }

    @AfterEach
    void no_worker_stays_behind() {
        evaluator().close();
        assertThat(evaluator().workers()).isZero();
    }

    private static AdmissionRequest podOf(String requests) {
        return create(PODS, pod(requests, ""));
    }

    @Test
    @Spec("QA-02")
    void ignored_resources_pass_and_unknown_ones_are_counted() throws Exception {
        accessor.put(quota(
                "quota", "count/widgets.toys.example=1,count/events=0", "count/widgets.toys.example=0,count/events=0"));

        evaluator().evaluate(create(new GroupResource("", "events"), "{'metadata':{'name':'e'}}"));
        assertThat(accessor.lookups).isEmpty();
        evaluator().evaluate(create(WIDGETS, "{'metadata':{'name':'w'}}"));

        assertThat(accessor.updates).containsExactly("quota: count/events=0,count/widgets.toys.example=1");
        assertThatThrownBy(() -> evaluator().evaluate(create(WIDGETS, "{'metadata':{'name':'v'}}")))
                .hasMessageContaining("exceeded quota");
    }

    @Test
    @Spec("QA-03")
    void writes_that_change_no_usage_pass_without_a_look_at_any_quota() throws Exception {
        evaluator().evaluate(update(PODS, pod("cpu=2", ""), pod("cpu=1", "")));
        evaluator().evaluate(update(WIDGETS, "{}", "{}"));

        assertThat(accessor.lookups).isEmpty();
    }

    @Test
    @Spec("QA-05")
    void without_quotas_everything_passes() throws Exception {
        accessor.put(quota("elsewhere", "pods=0", "pods=0"));

        evaluator().evaluate(inNamespace("staging", podOf("cpu=1")));

        assertThat(accessor.lookups).containsExactly("staging");
        assertThat(accessor.updates).isEmpty();
    }

    @Test
    @Spec({"QA-05", "QA-20"})
    void without_quotas_what_is_limited_by_default_is_refused() {
        limited.add(new LimitedResource(PODS, List.of("pods"), List.of()));

        assertThatThrownBy(() -> evaluator().evaluate(podOf("")))
                .hasMessageContaining("insufficient quota to consume: count/pods,pods");
    }

    @Test
    @Spec({"QA-08", "QA-10", "QA-12"})
    void requests_that_wait_together_are_charged_together() throws Exception {
        accessor.put(quota("quota", "pods=2", "pods=0"));
        accessor.gate = new Semaphore(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> first = threads.submit(() -> evaluate(podOf("")));
            accessor.entered.await(); // the worker is busy with the first
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                others.add(threads.submit(() -> evaluate(podOf(""))));
            }
            while (evaluator().waiting("lantern") < 5) {
                assertThat(Thread.currentThread().isInterrupted()).as("out of time").isFalse();
                Thread.onSpinWait();
            }
            accessor.gate.release(1000);

            first.get();
            assertThat(others)
                    .extracting(QuotaEvaluatorTest::outcome)
                    .containsExactlyInAnyOrder("passed", "refused", "refused", "refused", "refused");
        }
        assertThat(accessor.lookups).hasSize(2);
        assertThat(accessor.updates).containsExactly("quota: pods=1", "quota: pods=2");
    }

    @Test
    @Spec("QA-08")
    void namespaces_do_not_wait_for_each_other() throws Exception {
        accessor.gate = new Semaphore(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> lantern = threads.submit(() -> evaluate(podOf("")));
            accessor.entered.await();
            accessor.entered = new CountDownLatch(1);
            Future<?> staging = threads.submit(() -> evaluate(inNamespace("staging", podOf(""))));

            accessor.entered.await(); // its worker got as far as the first one

            accessor.gate.release(2);
            lantern.get();
            staging.get();
        }
        assertThat(accessor.lookups).containsExactlyInAnyOrder("lantern", "staging");
    }

    @Test
    @Spec("QA-09")
    void a_request_waits_ten_seconds_at_most() throws Exception {
        accessor.gate = new Semaphore(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> request = threads.submit(() -> evaluate(podOf("")));
            accessor.entered.await();
            clock.awaitWaiters(1);

            clock.step(Duration.ofSeconds(10));

            ApiException refusal = (ApiException)
                    catchThrowableOfType(ExecutionException.class, request::get).getCause();
            assertThat(refusal.status().code()).isEqualTo(500);
            assertThat(refusal).hasMessage("Internal error occurred: resource quota evaluation timed out");
            accessor.gate.release(1);
        }
    }

    @Test
    @Spec({"QA-10", "QA-12"})
    void a_refused_request_of_a_batch_leaves_room_for_the_next() throws Exception {
        accessor.put(quota("quota", "pods=9,cpu=2", "pods=0,cpu=0"));

        List<Optional<Exception>> answers = evaluator()
                .evaluateBatch("lantern", List.of(podOf("cpu=1"), podOf("cpu=3"), podOf("cpu=1"), podOf("cpu=1")));

        assertThat(answers).extracting(Optional::isEmpty).containsExactly(true, false, true, false);
        assertThat(accessor.updates).containsExactly("quota: cpu=2,pods=2");
    }

    @Test
    @Spec("QA-11")
    void nothing_passes_that_could_not_be_charged() throws Exception {
        accessor.put(quota("quota", "pods=9", "pods=0"));
        for (int i = 0; i < 4; i++) {
            accessor.conflicts.add(() -> accessor.write(accessor.quotas.get("quota")));
        }

        List<Optional<Exception>> answers = evaluator()
                .evaluateBatch("lantern", List.of(podOf(""), create(Given.SERVICES, "{'metadata':{'name':'s'}}")));

        assertThat(ApiErrors.isConflict(answers.getFirst().orElseThrow())).isTrue();
        assertThat(answers.get(1)).isEmpty(); // it changed no quota
    }

    @Test
    @Spec({"QA-12", "QA-25"})
    void each_changed_quota_is_written_once_and_no_other() throws Exception {
        accessor.put(quota("cpus", "cpu=9", "cpu=0"));
        accessor.put(quota("services", "services=9", "services=0"));
        accessor.put(quota("pods", "pods=9", "pods=0"));

        evaluator().evaluateBatch("lantern", List.of(podOf("cpu=1"), podOf("cpu=2")));

        assertThat(accessor.updates).containsExactly("cpus: cpu=3", "pods: pods=2");
    }

    @Test
    @Spec("QA-13")
    void a_conflict_is_tried_again_from_the_newer_quota() throws Exception {
        accessor.put(quota("quota", "pods=3", "pods=0"));
        accessor.conflicts.add(() -> accessor.write(charged("quota", "pods=3", "pods=1")));

        evaluator().evaluate(podOf(""));

        assertThat(accessor.updates).containsExactly("quota: pods=1", "quota: pods=2");
        assertThat(used(accessor.quotas.get("quota"))).isEqualTo("pods=2");
    }

    @Test
    @Spec("QA-13")
    void a_conflict_that_leaves_no_room_refuses() throws Exception {
        accessor.put(quota("quota", "pods=1", "pods=0"));
        accessor.conflicts.add(() -> accessor.write(charged("quota", "pods=1", "pods=1")));

        assertThatThrownBy(() -> evaluator().evaluate(podOf(""))).hasMessageContaining("exceeded quota: quota");
    }

    @Test
    @Spec("QA-13")
    void after_three_repetitions_the_conflict_is_the_answer() throws Exception {
        accessor.put(quota("quota", "pods=9", "pods=0"));
        for (int i = 0; i < 5; i++) {
            accessor.conflicts.add(() -> accessor.write(accessor.quotas.get("quota")));
        }

        IOException refusal =
                catchThrowableOfType(IOException.class, () -> evaluator().evaluate(podOf("")));

        assertThat(ApiErrors.isConflict(refusal)).isTrue();
        assertThat(accessor.updates).hasSize(4);
    }

    @Test
    @Spec("QA-13")
    void a_quota_that_has_vanished_is_no_longer_asked() throws Exception {
        accessor.put(quota("quota", "pods=9", "pods=0"));
        accessor.conflicts.add(() -> accessor.quotas.remove("quota"));

        evaluator().evaluate(podOf(""));

        assertThat(accessor.updates).hasSize(1);
    }

    @Test
    @Spec("QA-13")
    void only_the_quota_that_failed_is_looked_at_again_and_what_was_written_stays() throws Exception {
        accessor.put(quota("fails", "cpu=2", "cpu=0"));
        accessor.put(quota("works", "pods=9", "pods=0"));
        accessor.conflicts.add(() -> accessor.write(charged("fails", "cpu=2", "cpu=2")));

        assertThatThrownBy(() -> evaluator().evaluate(podOf("cpu=1"))).hasMessageContaining("exceeded quota: fails");

        assertThat(accessor.updates).containsExactly("fails: cpu=1", "works: pods=1");
        assertThat(used(accessor.quotas.get("works"))).isEqualTo("pods=1"); // the controller takes it back
    }

    @Test
    @Spec({"QA-13", "QA-20"})
    void what_another_quota_of_the_first_try_covers_stays_covered() throws Exception {
        limited.add(new LimitedResource(PODS, List.of("requests.cpu"), List.of()));
        accessor.put(quota("covers", "requests.cpu=9", "requests.cpu=0"));
        accessor.put(quota("fails", "pods=9", "pods=0"));
        accessor.conflicts.add(() -> {});
        accessor.conflicts.add(() -> accessor.write(accessor.quotas.get("fails")));

        evaluator().evaluate(podOf("cpu=1"));

        assertThat(accessor.updates).containsExactly("covers: requests.cpu=1", "fails: pods=1", "fails: pods=1");
    }

    @Test
    @Spec({"QA-14", "K8"})
    void a_refused_request_stays_refused_when_another_quota_conflicts() throws Exception {
        accessor.put(quota("cpu-cap", "cpu=1", "cpu=1"));
        accessor.put(quota("pod-cap", "pods=9", "pods=0"));
        accessor.conflicts.add(() -> accessor.write(accessor.quotas.get("pod-cap")));

        List<Optional<Exception>> answers =
                evaluator().evaluateBatch("lantern", List.of(podOf("cpu=1"), podOf("cpu=0")));

        assertThat(answers.getFirst().orElseThrow()).hasMessageContaining("exceeded quota: cpu-cap");
        assertThat(answers.get(1)).isEmpty();
        assertThat(accessor.updates).containsExactly("pod-cap: pods=1", "pod-cap: pods=1");
    }

    @Test
    @Spec("QA-15")
    void a_dry_run_is_checked_and_not_charged() throws Exception {
        accessor.put(quota("quota", "pods=1", "pods=0"));

        evaluator().evaluate(dryRun(podOf("")));
        evaluator().evaluate(dryRun(podOf("")));
        accessor.write(charged("quota", "pods=1", "pods=1"));

        assertThatThrownBy(() -> evaluator().evaluate(dryRun(podOf("")))).hasMessageContaining("exceeded quota");
        assertThat(accessor.updates).isEmpty();
    }

    @Test
    void a_lookup_that_fails_refuses_everybody() {
        accessor.lookupFails = new IOException("the store is away");

        List<Optional<Exception>> answers = evaluator().evaluateBatch("lantern", List.of(podOf(""), podOf("")));

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.orElseThrow()).hasMessage("the store is away"));
    }

    @Test
    void a_lookup_that_fails_after_a_conflict_answers_with_the_conflict() throws Exception {
        accessor.put(quota("quota", "pods=9", "pods=0"));
        accessor.conflicts.add(() -> {
            accessor.write(accessor.quotas.get("quota"));
            accessor.lookupFails = new IOException("the store is away");
        });

        IOException refusal =
                catchThrowableOfType(IOException.class, () -> evaluator().evaluate(podOf("")));

        assertThat(ApiErrors.isConflict(refusal)).isTrue();
    }

    @Test
    void a_request_that_cannot_be_judged_is_refused_and_the_others_are_not() throws Exception {
        accessor.put(quota("quota", "pods=9,cpu=9", "pods=0,cpu=0"));

        List<Optional<Exception>> answers =
                evaluator().evaluateBatch("lantern", List.of(podOf("cpu=many"), podOf("cpu=1")));

        assertThat(answers.getFirst().orElseThrow()).hasMessageContaining("many");
        assertThat(answers.get(1)).isEmpty();
    }

    @Test
    @Spec("QT-11")
    void an_absurd_amount_is_refused_and_hinders_nobody_else() throws Exception {
        accessor.put(quota("quota", "pods=9,memory=9Gi", "pods=0,memory=1"));

        List<Optional<Exception>> answers = evaluator()
                .evaluateBatch("lantern", List.of(podOf("memory=1e2000000001"), podOf("memory=1Gi")));

        assertThat(answers.getFirst().orElseThrow()).hasMessageContaining("1e2000000001");
        assertThat(answers.get(1)).isEmpty();
        assertThat(accessor.updates).containsExactly("quota: memory=1073741825,pods=1");
    }

    @Test
    void a_crash_refuses_the_batch_and_the_namespace_goes_on() throws Exception {
        accessor.put(quota("quota", "pods=9", "pods=0"));
        accessor.conflicts.add(() -> {
            throw new AssertionError("out of order");
        });

        assertThatThrownBy(() -> evaluator().evaluate(podOf(""))).hasMessageContaining("crashed");
        evaluator().evaluate(podOf(""));

        assertThat(accessor.updates).hasSize(2);
    }

    @Test
    void a_closed_evaluator_lets_nothing_through() {
        evaluator().close();

        assertThatThrownBy(() -> evaluator().evaluate(podOf("")))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("shutting down");
    }

    @Spec({"QA-08", "QA-11", "QA-12", "QA-13"})
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void a_thousand_creates_at_once_into_a_quota_of_a_hundred_leave_exactly_a_hundred(int round) throws Exception {
        accessor.put(quota("quota", "pods=100", "pods=0"));
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> requests = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 1000; i++) {
                requests.add(threads.submit(() -> {
                    start.await();
                    return evaluate(podOf(""));
                }));
            }
            start.countDown();
        }

        assertThat(requests.stream()
                        .map(QuotaEvaluatorTest::outcome)
                        .filter("passed"::equals)
                        .count())
                .isEqualTo(100);
        assertThat(requests.stream()
                        .map(QuotaEvaluatorTest::outcome)
                        .filter("refused"::equals)
                        .count())
                .isEqualTo(900);
        assertThat(used(accessor.quotas.get("quota"))).isEqualTo("pods=100");
        assertThatCode(() -> evaluator().close()).doesNotThrowAnyException();
    }

    private Void evaluate(AdmissionRequest request) throws Exception {
        evaluator().evaluate(request);
        return null;
    }

    private static MeasuredQuota charged(String name, String hard, String used) {
        try {
            return quota(name, hard, used);
        } catch (QuotaException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String outcome(Future<?> request) {
        try {
            request.get();
            return "passed";
        } catch (ExecutionException e) {
            return e.getCause() instanceof ApiException refusal
                            && refusal.status().code() == 403
                    ? "refused"
                    : e.toString();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
