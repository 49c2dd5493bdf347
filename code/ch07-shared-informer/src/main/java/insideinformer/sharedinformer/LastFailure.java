package insideinformer.sharedinformer;

import insideinformer.reflector.WatchErrorHandler;
import insideinformer.wait.CrashLog;
import insideinformer.wait.CrashPolicy;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the last failure of an informer's reading and processing, so that somebody can ask why the informer is not
 * synced. All methods can be called from any thread.
 *
 * <p>Upstream has nothing like it.
 */
final class LastFailure {

    private volatile @Nullable Exception last;

    Optional<Exception> last() {
        return Optional.ofNullable(last);
    }

    WatchErrorHandler rememberingHandler(WatchErrorHandler handler) {
        return (reflector, error) -> {
            last = error;
            handler.handle(reflector, error);
        };
    }

    CrashPolicy rememberingPolicy(CrashPolicy policy) {
        return (crash, where) -> {
            last = crash instanceof Exception e ? e : new ExecutionException(CrashLog.text(crash), crash);
            policy.crashed(crash, where);
        };
    }
}
