package insideinformer.outside;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.reflector.Reflector;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.ReflectorStore;

/** Makes a Reflector outside the packages of the informer machinery, as other people's code does. */
public final class OutsideCode {

    /** @param line of the source that made the Reflector */
    public record Made(String name, int line) {}

    private OutsideCode() {}

    public static Made make(ListerWatcher<KubernetesObject> source, ReflectorStore<KubernetesObject> store) {
        ReflectorOptions unnamed = ReflectorOptions.defaults();
        return new Made(new Reflector<>(source, null, store, unnamed).name(), lineOfCaller());
    }

    private static int lineOfCaller() {
        return StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
    }
}
