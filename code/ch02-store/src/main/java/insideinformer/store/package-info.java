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
 *       {@link NamespacedName} stand beside them;
 *   <li>{@link DeltaObject}, {@link DeletedFinalStateUnknown}: an object, or the news that it is gone.
 *       {@link DeletedObject} is the same for handlers;
 *   <li>{@link ReflectorStore}, {@link KeyListerGetter}, {@link Store}, {@link Indexer}: what can be written to, read,
 *       and searched;
 *   <li>{@link ThreadSafeMap} and {@code StoreIndex}: the map, its lock and its indexes, the heart of the chapter;
 *   <li>{@code Cache}, made by {@link Stores}: the map with a key function in front. {@link TransactionStore} and
 *       {@link TransformFunc} with {@link TransformingStore} are its extras;
 *   <li>{@link Listers}, {@link GenericLister}, {@link GenericNamespaceLister}, {@link ResourceIndexer}: reading by
 *       label and namespace;
 *   <li>{@link StoreException} and its kinds: {@link KeyError} carries the object that has no key.
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <p>The package starts no thread. Everything may be called from any.
 *
 * <table>
 *   <caption>Locks</caption>
 *   <tr><th>lock<th>guards<th>held while<th>order
 *   <tr><td>{@code ThreadSafeMap.lock}, for reading
 *       <td>items, indexes, version
 *       <td>a query runs, and the index function in {@code index}
 *       <td>last: what runs under it calls neither a store nor a queue
 *   <tr><td>{@code ThreadSafeMap.lock}, for writing
 *       <td>the same
 *       <td>a write runs, and the index functions in it
 *       <td>the same
 * </table>
 *
 * <p>Key functions and transformers run before the lock is taken; a lister calls {@code append} after it gave it back.
 */
@NullMarked
package insideinformer.store;

import org.jspecify.annotations.NullMarked;
