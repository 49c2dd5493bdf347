/**
 * Create, update, patch and delete, for every kind.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.write.GenericRegistry}: create and update, step by step; {@link
 *       insideinformer.apiserver.write.ObjectLimits}, how large and how deep an object may be.
 *   <li>{@link insideinformer.apiserver.write.Deletion} with {@link insideinformer.apiserver.write.DeleteRequest}: a
 *       delete, which may end the object later.
 *   <li>{@link insideinformer.apiserver.write.Patches} with {@code JsonPatch}, {@code MergePatch}, {@code
 *       StrategicMerge} and {@code KeyedList}: from a patch to the object that it makes.
 *   <li>{@link insideinformer.apiserver.write.Scale}: a workload seen as a number of replicas.
 *   <li>{@link insideinformer.apiserver.write.Namespaces} and {@link
 *       insideinformer.apiserver.write.NamespaceController}: where objects may be created, and how a namespace is
 *       emptied.
 * </ol>
 *
 * <p>A write runs on the thread of its request and holds no lock: what another writer does between reading and storing
 * is noticed by the store, and the write starts again. {@code NamespaceController} has one thread, {@code
 * apiserver-namespace-controller}, which {@code start} starts and {@code close} joins.
 */
@NullMarked
package insideinformer.apiserver.write;

import org.jspecify.annotations.NullMarked;
