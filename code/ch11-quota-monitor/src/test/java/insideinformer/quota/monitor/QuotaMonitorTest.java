package insideinformer.quota.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.quota.AggregateException;
import insideinformer.quota.Evaluator;
import insideinformer.quota.UsageStatsOptions;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaMonitorTest extends QuotaMonitorRig {

    @Test
    @Spec("QM-01")
    void a_new_monitor_listens_to_nothing_and_starts_nothing() throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();

        monitor.startMonitors();

        assertThat(monitor.isSynced()).isFalse();
        assertThat(informers.starts()).isZero();
    }

    // ---- the set of monitors

    @Test
    @Spec({"QM-02", "W15"})
    void the_monitored_set_becomes_the_given_one_less_what_is_ignored() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS, SECRETS, any("", "v1", "events")));
        ResourceEventHandler<?> kept = informers.handler(SECRETS);

        monitor.syncMonitors(List.of(SECRETS, WIDGETS));

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(SECRETS).handlers).containsExactly(kept);
        assertThat(informers.seen(SECRETS).removed).hasValue(0);
        assertThat(informers.seen(WIDGETS).handlers).hasSize(1);
        assertThat(informers.seen(any("", "v1", "events")).handlers).isEmpty();
    }

    @Test
    @Spec("QM-02")
    void the_set_may_change_while_the_monitor_runs() throws Exception {
        QuotaMonitor monitor = running(PODS);
        until(monitor::isSynced);

        monitor.syncMonitors(List.of(SECRETS));
        monitor.startMonitors();
        until(monitor::isSynced);

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(SECRETS).handlers).hasSize(1);
    }

    @Test
    @Spec("QM-02")
    void a_resource_that_is_named_twice_gets_one_handler() throws Exception {
        monitor().syncMonitors(List.of(PODS, PODS));

        assertThat(informers.seen(PODS).handlers).hasSize(1);
        assertThat(informers.seen(PODS).removed).hasValue(0);
    }

    @Test
    @Spec("QM-03")
    void another_version_of_a_resource_is_another_monitor() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(OLD_WIDGETS));

        monitor.syncMonitors(List.of(WIDGETS));

        assertThat(informers.seen(OLD_WIDGETS).removed).hasValue(1);
        assertThat(informers.seen(WIDGETS).handlers).hasSize(1);
    }

    @Test
    @Spec("QM-03")
    void what_is_ignored_is_ignored_in_every_version() throws Exception {
        ApiResource<?> coreEvents = any("", "v1", "events");
        ApiResource<?> events = any("events.k8s.io", "v1", "events");
        ApiResource<?> oldEvents = any("events.k8s.io", "v1beta1", "events");

        monitor().syncMonitors(List.of(coreEvents, events, oldEvents));

        assertThat(List.of(coreEvents, events, oldEvents)).allSatisfy(e -> assertThat(informers.seen(e).handlers)
                .isEmpty());
    }

    @Test
    @Spec({"QM-04", "QM-07"})
    void a_resource_without_an_informer_stops_no_other_and_is_tried_again() throws Exception {
        QuotaMonitor monitor = monitor();
        informers.refuse(WIDGETS);

        assertThatThrownBy(() -> monitor.syncMonitors(List.of(PODS, WIDGETS, SECRETS)))
                .isInstanceOf(AggregateException.class)
                .hasMessage("couldn't start monitor for resource \"example.com/v1, Resource=widgets\": unable to monitor quota"
                        + " for resource \"example.com/v1, Resource=widgets\": no informer for this one");
        assertThat(informers.seen(PODS).handlers).hasSize(1);
        assertThat(informers.seen(SECRETS).handlers).hasSize(1);
        assertThat(registry.get(WIDGETS.gvr().groupResource())).as("an evaluator of what is not monitored").isNull();

        informers.refuseNothing();
        monitor.syncMonitors(List.of(PODS, WIDGETS, SECRETS));

        assertThat(informers.seen(WIDGETS).handlers).hasSize(1);
        assertThat(informers.seen(PODS).handlers).hasSize(1);
    }

    @Test
    @Spec("QM-04")
    void failures_of_several_resources_are_reported_together() {
        informers.refuse(WIDGETS);
        informers.refuse(SECRETS);

        assertThatThrownBy(() -> monitor().syncMonitors(List.of(WIDGETS, PODS, SECRETS)))
                .isInstanceOfSatisfying(AggregateException.class, e -> assertThat(e.errors()).hasSize(2))
                .hasMessageContainingAll("widgets", "secrets");
    }

    @Test
    @Spec({"QM-05", "W15"})
    void what_nobody_measures_yet_is_counted_from_its_own_informer() throws Exception {
        QuotaMonitor monitor = running(WIDGETS);
        informers.source(WIDGETS).add(object("lantern", "w1"));
        informers.source(WIDGETS).add(object("other", "w2"));

        Evaluator evaluator = registry.get(WIDGETS.gvr().groupResource());
        until(monitor::isSynced);
        until(() -> countedWidgets(evaluator).equals("1"));

        assertThat(evaluator.matchingResources(List.of("count/widgets.example.com", "widgets")))
                .containsExactly("count/widgets.example.com");
    }

    private static String countedWidgets(Evaluator evaluator) {
        try {
            return String.valueOf(evaluator.usageStats(new UsageStatsOptions(
                    "lantern", List.of(), List.of("count/widgets.example.com"), null)).used()
                            .get("count/widgets.example.com"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Spec("QM-05")
    void an_evaluator_that_is_there_stays() throws Exception {
        monitor().syncMonitors(List.of(PODS));
        Evaluator first = registry.get(PODS.gvr().groupResource());

        monitor().syncMonitors(List.of(PODS));

        assertThat(registry.get(PODS.gvr().groupResource())).isSameAs(first);
    }

    @Test
    @Spec("QM-06")
    void an_evaluator_outlives_its_resource() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(WIDGETS));

        monitor.syncMonitors(List.of());

        Evaluator left = registry.get(WIDGETS.gvr().groupResource());
        assertThat(left).isNotNull();
        assertThatThrownBy(() -> left.usageStats(new UsageStatsOptions(
                "lantern", List.of(), List.of("count/widgets.example.com"), null)))
                .hasMessageContaining("not yet synced");
    }

    @Test
    @Spec("QM-07")
    void a_monitor_is_a_handler_with_the_monitors_resync_period() throws Exception {
        monitor().syncMonitors(List.of(PODS));

        assertThat(informers.seen(PODS).resyncPeriods).containsExactly(Duration.ofHours(12));
    }

    @Test
    @Spec("QM-08")
    void an_informer_that_takes_no_handler_is_reported_and_tried_again() throws Exception {
        QuotaMonitor monitor = monitor();
        informers.refuseHandlersOf(PODS);

        assertThatThrownBy(() -> monitor.syncMonitors(List.of(PODS)))
                .hasMessage("couldn't start monitor for resource \"/v1, Resource=pods\": it has stopped already");
        assertThat(monitor.unsynced()).as("entries").isEmpty();
        assertThat(registry.get(PODS.gvr().groupResource())).isNull();

        informers.refuseNothing();
        monitor.syncMonitors(List.of(PODS));

        assertThat(monitor.unsynced()).containsExactly(PODS.gvr());
    }

    @Test
    @Spec("QM-09")
    void no_cycle_of_coming_and_going_leaves_a_handler_behind() throws Exception {
        QuotaMonitor monitor = running(PODS);
        for (int cycle = 0; cycle < 3; cycle++) {
            monitor.syncMonitors(List.of(PODS, WIDGETS));
            monitor.startMonitors();
            until(monitor::isSynced);
            monitor.syncMonitors(List.of(PODS));
        }

        assertThat(informers.seen(WIDGETS).handlers).hasSize(3);
        assertThat(informers.seen(WIDGETS).removed).hasValue(3);
        assertThat(informers.source(WIDGETS).listCalls()).as("the shared informer was left alone").isEqualTo(1);
    }
}
