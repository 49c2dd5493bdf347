package insideinformer.deltafifo;

import insideinformer.wait.Context;

/**
 * Something that becomes done once and stays done, such as the first list of an informer.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, DoneChecker}.
 */
public interface DoneChecker {

    /** Names it in messages. */
    String name();

    /**
     * Ends when this is done. To ask, look at it, wait for it, or register a callback. Any thread may ask, whatever
     * lock it holds.
     */
    Context done();
}
