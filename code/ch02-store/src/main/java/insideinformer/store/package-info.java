/**
 * Keys, the store and its indexes: what a controller reads instead of asking the server.
 *
 * <p>{@snippet :
 * Indexer<Pod> pods = Stores.newIndexer(
 *         Keys.deletionHandlingMetaNamespaceKeyFunc(),
 *         Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));
 * pods.add(cart);                                // under "lantern/cart"
 * pods.getByKey("lantern/cart");                 // the object that was put in, not a copy
 * pods.byIndex("namespace", "lantern");          // every pod of the namespace
 * new GenericLister<>(pods, new GroupResource("", "pods"))
 *         .byNamespace("lantern")
 *         .list(LabelSelector.parse("app=shop"));
 * }
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link KeyFunc}, {@link Keys}, {@link ObjectName}: from an object to its key. {@link ExplicitKey} and
 *       {@link NamespacedName} belong to them.
 *   <li>{@link DeltaObject}, {@link DeletedFinalStateUnknown}: an object, or the news that it is gone.
 *       {@link DeletedObject} is the same for handlers.
 *   <li>{@link ReflectorStore}, {@link KeyListerGetter}, {@link Store}, {@link Indexer}: how a store is written, read
 *       and searched.
 *   <li>{@link ThreadSafeMap} and {@code StoreIndex}: the map, its lock and its indexes, the heart of the chapter.
 *   <li>{@code Cache}, made by {@link Stores}: the map and a key function. {@link TransformFunc} and {@link
 *       TransformingStore} change objects on their way in. {@link TransactionStore} writes several at once.
 *   <li>{@link Listers}, {@link GenericLister}, {@link GenericNamespaceLister}: reading by label and namespace.
 *   <li>{@link StoreException} and its subclasses. {@link KeyError} carries the object that has no key.
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <p>The package starts no thread. Any thread may call anything.
 *
 * <table>
 *   <caption>Locks</caption>
 *   <tr><th>lock<th>guards<th>held while<th>order
 *   <tr><td>{@code ThreadSafeMap.lock}, for reading
 *       <td>items, indexes, version
 *       <td>a query runs, and the index function in {@code index}
 *       <td>last, because what runs under it must call neither a store nor a queue
 *   <tr><td>{@code ThreadSafeMap.lock}, for writing
 *       <td>the same
 *       <td>a write runs, and the index functions in it
 *       <td>the same
 * </table>
 *
 * <p>Key functions and transformers run before the lock is taken. A lister calls {@code append} after the lock is
 * released.
 */
@NullMarked
package insideinformer.store;

import org.jspecify.annotations.NullMarked;
