/**
 * The queue between handlers, which are quick, and workers, which fail and take their time. It holds keys, not
 * objects; whoever takes a key looks up what is true now.
 *
 * <p>Files in reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.workqueue.WorkQueue} and {@code TypedQueue}: one worker a key, nothing lost, nothing
 *       doubled; shutting down with and without draining. {@link insideinformer.workqueue.OrderQueue} says who comes
 *       next
 *   <li>{@link insideinformer.workqueue.DelayingQueue} and {@code DelayingType}: adding an item later
 *   <li>{@link insideinformer.workqueue.RateLimiter}, {@link insideinformer.workqueue.RateLimiters} and the
 *       limiters: how much later
 *   <li>{@link insideinformer.workqueue.RateLimitingQueue} and {@code RateLimitingType}: both together, as
 *       controllers use it
 *   <li>{@link insideinformer.workqueue.WorkQueues} and {@link insideinformer.workqueue.QueueConfig}: how they are
 *       made; {@link insideinformer.workqueue.MetricsProvider} and {@code QueueMetrics}: how they are measured
 * </ol>
 *
 * <table>
 *   <caption>Threads and locks</caption>
 *   <tr><th>Thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 *   <tr><td>workers and producers</td><td>the user</td><td>{@code get} answers empty</td><td>an item ({@code get}),
 *       others to finish ({@code shutDownWithDrain}), room for a delayed item ({@code addAfter}, if a thousand stand
 *       before it)</td></tr>
 *   <tr><td>{@code delaying-queue-NAME}</td><td>the delaying queue's constructor</td><td>{@code shutDown}, which
 *       joins it; within ten seconds of a drain</td><td>a timer, an arrival</td></tr>
 *   <tr><td>{@code workqueue-metrics-NAME}</td><td>a named queue with a provider</td><td>either shutdown, which joins
 *       it</td><td>half a second, the queue's lock</td></tr>
 *   <tr><th>Lock</th><th colspan="3">guards</th></tr>
 *   <tr><td>{@code TypedQueue.lock}</td><td colspan="3">the three collections, the order queue and the metrics,
 *       which are called with it held</td></tr>
 *   <tr><td>{@code DelayingType.lock}</td><td colspan="3">arrivals on their way to the waiting thread; what waits is
 *       the thread's own. Never held together with the queue's lock</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.workqueue;

import org.jspecify.annotations.NullMarked;
