package insideinformer.program;

import java.io.IOException;
import java.util.Map;

/**
 * What a {@link SyncLoop} runs: something that looks at one object at a time and makes what belongs to it.
 *
 * @param <K> how it names an object
 */
interface Controller<K> {

    /** Of its thread and queue. */
    String name();

    /** The object as a user knows it: {@code Deployment shop/cart}. */
    String title(K key);

    /** What an object lacks until the controller is done with it: {@code pods}. */
    String lacks();

    /** The version of the object that {@link #sync} would see now; empty if it would see none. */
    String version(K key);

    /** The versions of all its objects on the server, which knows them before any informer does. */
    Map<K, String> served() throws IOException, InterruptedException;

    /** Makes what the object lacks; runs on one thread. Nothing happens for a key whose object is gone. */
    void sync(K key) throws IOException, InterruptedException;
}
