package insideinformer.soak;

import insideinformer.apiserver.faults.Break;
import insideinformer.apiserver.faults.WatchEnd;
import java.time.Duration;

/**
 * One step of a run. Times are those of the run's {@link FastClock}. A step consists of numbers and names, so a printed
 * schedule is complete.
 */
sealed interface Step {

    // ---- what happens to objects, always

    record Create(Kind kind, String key, String uid, boolean gold, String mark) implements Step {}

    record Update(Kind kind, String key, boolean gold, String mark) implements Step {}

    record Delete(Kind kind, String key) implements Step {}

    // ---- what happens to informers and handlers

    record StartScope(int scope) implements Step {}

    record AddHandler(int view, Schedule.HandlerPlan plan) implements Step {}

    /** @param handler counted from 0 as handlers are added @param await whether to wait for its last call */
    record RemoveHandler(int handler, boolean await) implements Step {}

    // ---- what goes wrong once

    record EndWatches(Kind kind, WatchEnd how) implements Fault {}

    record CutAtNext(Kind kind, Break where) implements Fault {}

    /** The server forgets its history. A watch from an earlier version gets a 410. */
    record Compact() implements Fault {}

    record SendExpired(Kind kind) implements Fault {}

    record SendError(Kind kind, int code) implements Fault {}

    record SendRaw(Kind kind, String text) implements Fault {}

    record SendBookmark(Kind kind) implements Fault {}

    record FailRequests(Kind kind, String verb, int times, Refusal how) implements Fault {}

    /** The next request for a further page learns that its list has expired. */
    record ExpirePage(Kind kind) implements Fault {}

    // ---- what goes wrong until it is lifted

    record Hold(int id, Kind kind) implements Lasting {}

    record Silence(int id) implements Lasting {}

    record Delay(int id, Kind kind, String verb, Duration by) implements Lasting {}

    record LimitWatches(int id, Duration limit) implements Lasting {}

    record SuppressBookmarks(int id) implements Lasting {}

    record PagesAtZero(int id) implements Lasting {}

    record RefuseConnections(int id) implements Lasting {}

    /** The handler's next call does not return. */
    record BlockHandler(int id, int handler) implements Lasting {}

    record Lift(int id) implements Step {}

    // ---- a restart: the server is closed properly, and another one goes on with its data on the same port

    record StopServer() implements Fault {}

    record StartServer() implements Step {}

    // ---- time

    record Pause(Duration by) implements Step {}

    /** Waits until every started informer watches, but only for a while. */
    record AwaitWatches() implements Step {}

    /** Waits until the informer has caught up, but only for a while. */
    record CatchUp(int view) implements Step {}

    /** Something that goes wrong. */
    sealed interface Fault extends Step {}

    /** Something that stays wrong until {@link Lift} names its id. */
    sealed interface Lasting extends Fault {
        int id();
    }

    /** What a request gets instead of its answer. */
    enum Refusal {
        TOO_MANY_REQUESTS,
        TOO_MANY_REQUESTS_COME_BACK,
        INTERNAL_ERROR,
        UNAVAILABLE,
        TIMEOUT,
        EXPIRED,
        BAD_GATEWAY_PAGE,
        OTHER_PAGE,
        CUT,
        TORN
    }
}
