package insideinformer.factory;

import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Changes the options of every call before passing it on.
 *
 * <p>Upstream: {@code informers/internalinterfaces, TweakListOptionsFunc}, as the generated informers apply it.
 */
record FilteredListerWatcher<T>(ListerWatcher<T> source, UnaryOperator<ListOptions> tweak) implements ListerWatcher<T> {

    @Override
    public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
        return source.list(context, tweak.apply(options));
    }

    @Override
    public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
        return source.watch(context, tweak.apply(options));
    }
}
