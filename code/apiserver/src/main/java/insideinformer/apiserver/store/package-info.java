/**
 * Where the objects are: as JSON trees, with one revision counter and the history of the last writes.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.store.ObjectStore}: reads and writes; its invariants are numbered.
 *   <li>{@link insideinformer.apiserver.store.Change} and {@code History}: the last writes, by revision.
 *   <li>{@link insideinformer.apiserver.store.Follower}: one reader of the history; every watch has one.
 *   <li>{@link insideinformer.apiserver.store.RevisionGoneException}: the history no longer reaches back that far.
 *   <li>{@link insideinformer.apiserver.store.Meta}, {@link insideinformer.apiserver.store.Trees}, {@link
 *       insideinformer.apiserver.store.Canonical}, {@link insideinformer.apiserver.store.Versions}: what the whole
 *       server does with trees, metadata and resourceVersions.
 * </ol>
 *
 * <p>No thread is started here. One lock, that of the store, guards objects, history and followers. {@code
 * Follower.take} and {@code ObjectStore.awaitRevision} wait on conditions of that lock; nothing else waits.
 */
@NullMarked
package insideinformer.apiserver.store;

import org.jspecify.annotations.NullMarked;
