package insideinformer.apiserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.apiserver.store.Follower;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.wait.FakeClock;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WatchControlTest {

    private static final GroupResource PODS = new GroupResource("", "pods");

    private final ObjectStore store = new ObjectStore(new FakeClock(), 10);

    /** The watch asks before it begins to wait for changes. What comes between the two must not wait for a change. */
    @Test
    void what_is_asked_before_the_watch_waits_for_changes_wakes_it_when_it_does() throws Exception {
        List<Consumer<WatchControl>> wishes = List.of(
                control -> control.end(WatchEnd.CLEAN),
                WatchControl::abandon,
                WatchControl::drain,
                control -> control.sendRaw(new byte[1]),
                control -> control.sendBookmark(new WatchControl.Bookmark(true, false)));
        for (Consumer<WatchControl> wish : wishes) {
            WatchControl control = new WatchControl(PODS, new Switches());
            try (Follower quiet = store.follow(PODS, "", 0)) {
                wish.accept(control);

                control.attach(quiet);

                assertThat(quiet.take(1).changes()).isEmpty();
            }
        }
    }
}
