package insideinformer.manager;

import insideinformer.wait.Context;

/** A controller that is ready to run. Upstream: kubernetes {@code cmd/kube-controller-manager/app, Controller}. */
public interface Controller {

    String name();

    /** Works until {@code context} ends. Returns after all its threads have ended. */
    void run(Context context);
}
