/**
 * The queue between the Reflector, which hears of changes, and the store, which holds the result of all changes.
 *
 * <p>{@snippet :
 * DeltaFIFO<Pod> queue = new DeltaFIFO<>(DeltaFIFOOptions.<Pod>builder()
 *         .knownObjects(store)                   // to find what is missing from a list
 *         .emitDeltaTypeReplaced(true)           // to tell a list from a resync
 *         .build());
 *
 * queue.replace(list.items(), version);          // the writing side
 * queue.update(cart);
 *
 * queue.pop((deltas, isInInitialList) -> {       // the reading side: one object, its deltas, oldest first
 *     for (Delta<Pod> delta : deltas) {          // all others wait until this returns
 *         switch (delta.type()) {
 *             case ADDED, UPDATED, REPLACED, SYNC -> store.update(delta.object().object().orElseThrow());
 *             case DELETED -> store.delete(delta.object());
 *         }
 *     }
 * });
 * queue.hasSynced();                             // true once the first list was popped
 * queue.close();                                 // ends the wait in pop
 * }
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link Queue}: the contract.
 *   <li>{@link DeltaType}, {@link Delta}, {@link Deltas}: what is queued.
 *   <li>{@link DeltaFIFOOptions} and {@link DeltaFIFO}, from its invariants down: the chapter.
 *   <li>{@link PopProcessFunc}, {@link PopResult}, {@link FIFOClosedException}: what {@code pop} calls, returns and
 *       throws.
 *   <li>{@link DoneChecker} and {@link DoneSignal}: the signal that the queue is synced.
 *   <li>{@link QueueFactory}: how an informer is given another queue.
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <p>The package starts no thread. Many threads may write. Only one should pop: with several, one object's deltas
 * might be handled by one thread now and by another later.
 *
 * <table>
 *   <caption>Who waits for what</caption>
 *   <tr><th>thread<th>waits for<th>until
 *   <tr><td>the one that pops
 *       <td>{@code DeltaFIFO.cond}
 *       <td>something is queued or the queue is closed; an interrupt does not end this wait
 *   <tr><td>all others
 *       <td>{@code DeltaFIFO.lock}
 *       <td>it is free; a callback of {@code pop} that runs has to return first
 *   <tr><td>what {@code done().onDone} registered
 *       <td>nothing
 *       <td>runs on the thread that made the queue synced, without the lock
 * </table>
 *
 * <table>
 *   <caption>Locks</caption>
 *   <tr><th>lock<th>guards<th>held while<th>order
 *   <tr><td>{@code DeltaFIFO.lock}, fair
 *       <td>all state of the queue, and writes to the known objects
 *       <td>any operation runs, with the callback of {@code pop}, the key function (which {@code delete} asks before),
 *           the transformer, and lookups of known objects
 *       <td>before the store's lock, never after it
 * </table>
 */
@NullMarked
package insideinformer.deltafifo;

import org.jspecify.annotations.NullMarked;
