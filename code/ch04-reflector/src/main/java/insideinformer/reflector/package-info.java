/**
 * Keeps a store like a part of the server: lists, replaces the store's content, watches from there, and begins anew
 * whenever the watch cannot go on.
 *
 * <p>Reading order: {@link insideinformer.reflector.Reflector} from {@code run} over {@code listAndWatch} to the watch
 * loop, with {@code WatchHandler}, which reads one stream: the heart of the chapter. Beside it {@code Resync}, and
 * {@link insideinformer.reflector.ListPager} and {@link insideinformer.reflector.ListWatch}, how it asks; {@code
 * ReflectorErrors}, {@code RetryWithDeadline} and {@link insideinformer.reflector.VeryShortWatchException}, what it
 * makes of a refusal or a sudden end; {@link insideinformer.reflector.WatchErrorHandler}, who is told, and {@code
 * Outage}, how often; {@link insideinformer.reflector.ReflectorOptions}, all that can be chosen, with {@code
 * CallerName}, the name it has if none is. {@link insideinformer.reflector.BookmarkStore} and {@link
 * insideinformer.reflector.ResourceVersionUpdater} are what a store may offer beyond a {@link
 * insideinformer.store.ReflectorStore}. Last {@code WatchList}, the other way to the present state, which is upstream's
 * first choice today.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code run}</td><td>its owner, mostly a controller</td><td>the context ends</td><td>the list,
 *     the next event, the pause between rounds; the store</td></tr>
 * <tr><td>{@code NAME list}, one a list</td><td>the round</td><td>the lister has answered; the round waits for it
 *     unless the context ends first</td><td>the lister</td></tr>
 * <tr><td>{@code NAME resync}, one a watch phase, if there is a period</td><td>the round</td><td>the phase ends; the
 *     round waits for it</td><td>the period; the store</td></tr>
 * </table>
 *
 * <p>The Reflector's lock guards {@code last} and {@code unavailable} and is never held while a lister, a store or a
 * handler is called. Whoever ends the context closes the open watch.
 */
@NullMarked
package insideinformer.reflector;

import org.jspecify.annotations.NullMarked;
