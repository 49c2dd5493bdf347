package insideinformer.lab;

import insideinformer.api.Pod;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.manager.Controller;
import insideinformer.manager.ControllerContext;
import insideinformer.manager.ControllerDescriptor;
import insideinformer.store.DeletedObject;
import insideinformer.wait.Context;
import java.util.List;

/** A controller that only listens: one more handler on the pods' informer, beside the quota monitor's. */
public record PodWatcher(Observer observer) implements Controller, ResourceEventHandler<Pod> {

    private static final String NAME = "pod-watcher-controller";

    public static ControllerDescriptor descriptor(Observer observer) {
        return new ControllerDescriptor(NAME, List.of(),
                (context, controllerContext) -> create(controllerContext, observer));
    }

    private static Controller create(ControllerContext controllerContext, Observer observer) {
        PodWatcher watcher = new PodWatcher(observer);
        controllerContext.informerFactory().pods().informer().addEventHandler(watcher);
        return watcher;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Context context) {
        try {
            context.await(); // the handlers do it all
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onAdd(Pod pod, boolean isInInitialList) {
        see(pod, "onAdd");
    }

    @Override
    public void onUpdate(Pod old, Pod pod) {
        see(pod, "onUpdate");
    }

    @Override
    public void onDelete(DeletedObject<Pod> deleted) {
        deleted.object().ifPresent(pod -> see(pod, "onDelete"));
    }

    private void see(Pod pod, String method) {
        observer.seen(Sighting.of(Stage.LISTENER, pod, "calls the handlers' " + method + " with "
                + Sighting.show(pod)));
    }
}
