/**
 * Watching a running pipeline from outside: through the client it is given, the queues its informers are made with, a
 * handler beside the others, and the server's admission. The machinery itself knows nothing of it.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.lab.Stage}, {@link insideinformer.lab.Sighting} and {@link insideinformer.lab.Observer}:
 *       who hears what
 *   <li>{@link insideinformer.lab.ObservedClient}, {@link insideinformer.lab.ObservedAdmission}, {@link
 *       insideinformer.lab.ObservedQueues} and {@link insideinformer.lab.PodWatcher}: the four places to watch from
 *   <li>{@link insideinformer.lab.TakenVersions}: how far the informers have read
 *   <li>{@link insideinformer.lab.Journey}: what was seen, for the book. {@code DeltaFifoJourneys} and {@link
 *       insideinformer.lab.OneObjectsJourney} record one each
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <p>Only {@code OneObjectsJourney} has a thread, which runs a controller manager and ends before the recording does.
 * The observed threads call the observers, often with a lock held, so an observer must not wait.
 *
 * <p>An observed queue has a lock of its own around writes and pops, which is always taken before the queue's. The
 * popping thread waits without either lock until there is something to pop and, in a held queue, until {@code letPop}
 * allows it.
 */
@NullMarked
package insideinformer.lab;

import org.jspecify.annotations.NullMarked;
