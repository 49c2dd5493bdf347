/**
 * The queue between handlers, which must be quick, and workers, which can fail and take their time. It holds keys, not
 * objects. A worker that takes a key looks up the present state of the object.
 *
 * <p>{@snippet :
 * RateLimitingQueue<String> queue = WorkQueues.newRateLimitingQueue(
 *         RateLimiters.defaultController(Clock.system()), QueueConfig.named("quota"));
 * queue.add("lantern/cart");                     // a handler
 * String key = queue.get().orElseThrow();        // a worker; empty once the queue is shut down
 * try {
 *     sync(key);
 *     queue.forget(key);                         // its failures no longer count
 * } catch (IOException e) {
 *     queue.addRateLimited(key);                 // again, after a longer pause each time
 * } finally {
 *     queue.done(key);                           // in any case
 * }
 * queue.shutDown();                              // ends the queue's threads and the wait in get
 * }
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link WorkQueue} and {@code TypedQueue}: no two workers on one key, nothing lost, nothing doubled. {@link
 *       OrderQueue} says which key comes next;
 *   <li>{@link DelayingQueue} and {@code DelayingType}: adding an item later;
 *   <li>{@link RateLimiter}, {@link RateLimiters} and the limiters: how much later;
 *   <li>{@link RateLimitingQueue} and {@code RateLimitingType}: both together, which is what controllers use;
 *   <li>{@link WorkQueues} and {@link QueueConfig}: how queues are made. {@link MetricsProvider} and {@code
 *       QueueMetrics}: how they are measured.
 * </ol>
 *
 * <table>
 *   <caption>Threads and locks</caption>
 *   <tr><th>Thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 *   <tr><td>workers and producers</td><td>the user</td><td>{@code get} answers empty</td><td>an item ({@code get}),
 *       others to finish ({@code shutDownWithDrain}), room for a delayed item ({@code addAfter}, if a thousand others
 *       wait to be taken)</td></tr>
 *   <tr><td>{@code delaying-queue-NAME}</td><td>the delaying queue's constructor</td><td>{@code shutDown}, which
 *       joins it; within ten seconds of a drain</td><td>a timer, a new entry</td></tr>
 *   <tr><td>{@code workqueue-metrics-NAME}</td><td>a named queue with a provider</td><td>either shutdown, which joins
 *       it</td><td>half a second, the queue's lock</td></tr>
 *   <tr><th>Lock</th><th colspan="3">guards</th></tr>
 *   <tr><td>{@code TypedQueue.lock}</td><td colspan="3">the three collections and the metrics, which are called
 *       with it held</td></tr>
 *   <tr><td>{@code DelayingType.lock}</td><td colspan="3">new entries on their way to the waiting thread. The entries
 *       that wait belong to that thread alone. Never held together with the queue's lock</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.workqueue;

import org.jspecify.annotations.NullMarked;
