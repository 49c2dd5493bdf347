package insideinformer.sharedinformer;

import insideinformer.controller.Controller;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Context;

/**
 * An informer seen as a controller. It answers what the informer answers. Running it does nothing, because whoever owns
 * the informer runs the informer.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, dummyController}.
 */
record DummyController(SharedInformer<?> informer) implements Controller {

    @Override
    public void run(Context context) {}

    @Override
    public boolean hasSynced() {
        return informer.hasSynced();
    }

    @Override
    public DoneChecker hasSyncedChecker() {
        return informer.hasSyncedChecker();
    }

    @Override
    public String lastSyncResourceVersion() {
        return informer.lastSyncResourceVersion();
    }
}
