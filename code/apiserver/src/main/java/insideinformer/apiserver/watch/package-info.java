/**
 * Get, list and watch: which state a client sees, which of its objects, and what happens to them afterward.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.watch.ListRequest} and {@code Selection}: what the client asks for.
 *   <li>{@link insideinformer.apiserver.watch.Lister} and {@code ContinueToken}: get and list, page by page.
 *   <li>{@link insideinformer.apiserver.watch.Watches}: opens, counts and ends the watches.
 *   <li>{@link insideinformer.apiserver.watch.WatchSession}: one watch, from its first event to its end.
 *   <li>{@link insideinformer.apiserver.watch.WatchControl}: what other threads ask of a watch.
 * </ol>
 *
 * <p>A watch runs on the thread of its request until it ends. {@code Watches} has a lock for the set of open watches,
 * {@code WatchControl} one for what others ask; the order is {@code Watches}, {@code WatchControl}, then the store.
 */
@NullMarked
package insideinformer.apiserver.watch;

import org.jspecify.annotations.NullMarked;
