/**
 * What can be made to go wrong. {@link insideinformer.apiserver.Faults} is the front of this package: tests throw the
 * switches there, and the server looks at them here.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.faults.SeenRequest}: a request by which a fault is chosen.
 *   <li>{@link insideinformer.apiserver.faults.Failure}: what a request gets instead of its answer.
 *   <li>{@link insideinformer.apiserver.faults.RequestFaults}: the faults of requests.
 *   <li>{@link insideinformer.apiserver.faults.Switches}: the faults of lists and watches, with {@link
 *       insideinformer.apiserver.faults.WatchEnd}, {@link insideinformer.apiserver.faults.Break} and {@link
 *       insideinformer.apiserver.faults.InitialEventsEnd}.
 *   <li>{@link insideinformer.apiserver.faults.LastingFault}: how a fault is lifted.
 * </ol>
 *
 * <p>No thread is started here. A request that a fault delays waits on its own thread, without a lock, until the fault
 * is lifted or the server ends. {@code RequestFaults} and {@code Switches} have a lock each, and take no other under
 * it.
 */
@NullMarked
package insideinformer.apiserver.faults;

import org.jspecify.annotations.NullMarked;
