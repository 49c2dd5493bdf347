/**
 * How objects look in an answer: as they are, as rows of a table, or as their metadata alone.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.tables.Presentation}: the three forms.
 *   <li>{@link insideinformer.apiserver.tables.ListPage}: what a list shows at once.
 *   <li>{@code TablePresentation} with {@code Column}, {@code Columns}, {@code PodColumns} and {@code Ages}: what
 *       {@code kubectl get} prints.
 * </ol>
 *
 * <p>There are no threads and no locks here: everything runs on the thread of the request.
 */
@NullMarked
package insideinformer.apiserver.tables;

import org.jspecify.annotations.NullMarked;
