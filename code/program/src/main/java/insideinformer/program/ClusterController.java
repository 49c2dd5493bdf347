package insideinformer.program;

import insideinformer.wait.Context;
import java.io.IOException;
import java.util.Map;

/**
 * A controller that looks at one object at a time and makes what belongs to it. A {@link SyncLoop} runs it. Its
 * requests end with the context they are given.
 *
 * @param <K> how it names an object
 */
interface ClusterController<K> {

    /** The name of its thread and its queue. */
    String name();

    /** The object as messages name it, such as {@code Deployment shop/cart}. */
    String title(K key);

    /** What an object lacks until the controller is done with it, such as {@code pods}. */
    String lacks();

    /** The version of the object that {@link #sync} would see now, or an empty text if it would see none. */
    String version(K key);

    /** The versions of all its objects on the server. An informer can be behind the server. */
    Map<K, String> served(Context context) throws IOException, InterruptedException;

    /** Makes what the object lacks; does nothing if the object is gone. Always called on the same thread. */
    void sync(Context context, K key) throws IOException, InterruptedException;
}
