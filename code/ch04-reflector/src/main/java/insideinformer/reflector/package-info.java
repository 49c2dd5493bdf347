/**
 * Keeps a store equal to a part of the server's objects: lists them, watches from there on, and lists again whenever
 * the watch cannot go on.
 *
 * <p>Reading order:
 *
 * <ol>
 * <li>{@link insideinformer.reflector.Reflector}: {@code run}, then {@code listAndWatch}, then the watch loop. {@code
 *     WatchHandler} reads one watch. These two are the heart of the chapter.
 * <li>{@code ReflectorState}: the store and the version that it has been brought to.
 * <li>{@code Resync}: shows the store's content again, periodically.
 * <li>{@link insideinformer.reflector.ListPager} and {@link insideinformer.reflector.ListWatch}: how the server is
 *     asked.
 * <li>{@code ReflectorErrors}, {@code RetryWithDeadline} and {@link
 *     insideinformer.reflector.VeryShortWatchException}: what a failure means.
 * <li>{@link insideinformer.reflector.WatchErrorHandler} and {@code OutageLog}: who hears of a failure, and how often.
 * <li>{@link insideinformer.reflector.ReflectorOptions}: what can be chosen. {@code CallerName} makes the default name.
 * <li>{@link insideinformer.reflector.ReflectorBookmarkStore} and {@link
 *     insideinformer.reflector.ResourceVersionUpdater}: what a store can offer beyond a {@link
 *     insideinformer.store.ReflectorStore}.
 * <li>{@code WatchList} with {@code InitialEventsEndBookmarkTicker}: the other way to the present state. It is
 *     upstream's first choice today.
 * </ol>
 *
 * <p><b>Unread objects</b> are the port's own. An object that does not fit its Java class cannot be decoded, but its
 * key can. In Go, one such object fails the whole list or ends the watch. Here the client reports its key as
 * <i>unread</i>, and the store keeps the last state that it has under that key. A DELETED event that cannot be decoded
 * ends the watch, because only a list can then tell what is gone. A store without {@code replace} for unread keys
 * refuses the list, as in Go.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code run}</td><td>its owner, usually a controller</td><td>the context ends</td><td>the list,
 *     the next event, the pause between rounds; the store</td></tr>
 * <tr><td>{@code NAME list}, one for each list</td><td>the round</td><td>the lister has answered. The round waits for
 *     that, unless its context ends or it is interrupted. Both end the lister's context</td><td>the lister</td></tr>
 * <tr><td>{@code NAME resync}, one while a round watches, if there is a period</td><td>the round</td><td>the watching
 *     ends; the round waits for the thread</td><td>the period; the store</td></tr>
 * </table>
 *
 * <p>{@code lastSyncResourceVersionMutex} guards the version that the store has been brought to. It is never held while
 * a lister, a store or an error handler is called. Whoever ends the context also closes the open watch.
 */
@NullMarked
package insideinformer.reflector;

import org.jspecify.annotations.NullMarked;
