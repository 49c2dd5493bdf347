package insideinformer.client;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A kubeconfig that cannot be used: one sentence that names the file, the problem and the remedy, and no secret. It has
 * no cause, which might quote one.
 *
 * <p>Upstream: the errors of {@code client-go tools/clientcmd}.
 */
public class KubeConfigException extends IOException {

    KubeConfigException(Path file, String problem) {
        super("kubeconfig " + file + ": " + problem);
    }
}
