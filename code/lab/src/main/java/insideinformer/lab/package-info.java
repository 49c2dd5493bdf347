/**
 * Watching a running pipeline from outside: through the client it is given, the queues its informers are made with, a
 * handler beside the others, and the server's admission. The machinery itself knows nothing of it.
 *
 * <p>In reading order: {@link insideinformer.lab.Stage}, {@link insideinformer.lab.Sighting} and
 * {@link insideinformer.lab.Observer}, what is told to whom; {@link insideinformer.lab.ObservedClient},
 * {@link insideinformer.lab.ObservedAdmission}, {@link insideinformer.lab.ObservedQueues} and
 * {@link insideinformer.lab.PodWatcher}, the four places to watch from;
 * {@link insideinformer.lab.TakenVersions}, how far informers have read; {@link insideinformer.lab.Journey}, what was
 * seen, for the book; {@code DeltaFifoJourneys} and {@link insideinformer.lab.OneObjectsJourney}, which record one each.
 *
 * <h2>Threads and locks</h2>
 *
 * <p>Nothing here has a thread of its own but {@code OneObjectsJourney}, which runs a controller manager on one and ends it
 * before it returns. Observers are called by the threads of whom they watch, often with a lock held, and must not wait. An
 * observed queue has a lock of its own around its writes and pops, always taken before the queue's; it makes the popping
 * thread wait for something to pop, and if it is held for {@code letPop}, with neither lock held.
 */
@NullMarked
package insideinformer.lab;

import org.jspecify.annotations.NullMarked;
