package insideinformer.manager;

import insideinformer.wait.Context;

/** A controller that is ready to run. Upstream: kubernetes {@code cmd/kube-controller-manager/app, Controller}. */
public interface Controller {

    String name();

    /** Works until {@code context} ends, and returns when nothing of it runs any more. */
    void run(Context context);
}
