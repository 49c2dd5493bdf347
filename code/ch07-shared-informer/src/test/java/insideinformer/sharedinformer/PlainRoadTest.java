package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeControllerSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the handlers are told of changes on the server. */
class PlainRoadTest {

    @Test
    @Spec("C4")
    void an_object_that_a_list_shows_in_a_form_that_cannot_be_decoded_is_not_gone_until_it_is() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1", "p2")) {
            RecordingHandler<ConfigMap> handler = rig.addHandler();
            rig.runUntilSynced();

            rig.unreadable.add("n/p1");
            rig.source.modifySilently(configMap("p1"));
            rig.source.addSilently(configMap("p3"));
            rig.relist();
            rig.flush(handler);
            assertThat(Rig.withoutLast(handler)).containsExactlyInAnyOrder(
                    "add n/p1@1 initial", "add n/p2@2 initial", "add n/p3@4", "update n/p2@2>2");
            assertThat(rig.informer.getStore().listKeys()).contains("n/p1");

            rig.source.deleteSilently(configMap("p1"));
            rig.relist();
            handler.awaitEvent("delete n/p1@1 tombstone");
        }
    }

    @Test
    @Spec("TL-01")
    void every_handler_hears_the_initial_list_and_then_every_change() throws Exception {
        FakeControllerSource<ConfigMap> source = Fixtures.source();
        source.add(configMap("p1"));
        source.add(configMap("p2"));
        SharedIndexInformer<ConfigMap> informer = Fixtures.informer(source, Duration.ZERO);
        RecordingHandler<ConfigMap> a = new RecordingHandler<>();
        RecordingHandler<ConfigMap> b = new RecordingHandler<>();
        ResourceEventHandlerRegistration registration = informer.addEventHandler(a);
        informer.addEventHandler(b);

        try (RunningInformer running = RunningInformer.start(informer)) {
            assertThat(CacheSync.waitFor(running.context(), "", registration.hasSyncedChecker())).isTrue();
            source.add(configMap("p3"));
            source.modify(configMap("p1"));
            source.delete(configMap("p2"));

            String[] story = {
                "add n/p1@1 initial", "add n/p2@2 initial", "add n/p3@3", "update n/p1@1>4", "delete n/p2@5"
            };
            assertThat(a.awaitEvents(5)).containsExactly(story);
            assertThat(b.awaitEvents(5)).containsExactly(story);
            assertThat(informer.getStore().listKeys()).containsExactlyInAnyOrder("n/p1", "n/p3");
        }
        assertThat(informer.lastSyncResourceVersion())
                .isEqualTo("5"); // asked after the end, because it is set after the event was queued
        assertThat(informer.isStopped()).isTrue();
    }
}
