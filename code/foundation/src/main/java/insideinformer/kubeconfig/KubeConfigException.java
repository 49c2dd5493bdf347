package insideinformer.kubeconfig;

import java.io.IOException;

/**
 * A kubeconfig that cannot be used: one sentence that names the files, the problem and the remedy, and no secret. It
 * has no cause, which might quote one.
 *
 * <p>Upstream: the errors of {@code client-go tools/clientcmd}.
 */
public class KubeConfigException extends IOException {

    KubeConfigException(String origin, String problem) {
        super("kubeconfig " + origin + ": " + problem);
    }
}
