package insideinformer.lab;

import insideinformer.api.Pod;
import insideinformer.client.RestClient;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.selectors.LabelSelector;
import insideinformer.wait.Context;
import java.net.URI;

/** The first informer that a reader writes; the README shows it. */
public final class FirstInformer {

    private FirstInformer() {}

    /** Argument: the server's address, {@code http://127.0.0.1:8001} if there is none. Runs until it is interrupted. */
    public static void main(String... args) throws Exception {
        watchPods(URI.create(args.length > 0 ? args[0] : "http://127.0.0.1:8001"), Context.background());
    }

    static void watchPods(URI server, Context context) throws Exception {
        // tag::first-informer[]
        try (var client = new RestClient(server); var factory = new SharedInformerFactory(client)) {
            var pods = factory.pods();
            pods.informer().addEventHandler(ResourceEventHandlerFuncs
                    .onAdd((Pod pod) -> System.out.println("added   " + pod.metadata().name()))
                    .withDelete(gone -> System.out.println("deleted " + gone.key())));
            factory.start();
            factory.waitForCacheSync(context);
            System.out.println(pods.lister().list(LabelSelector.everything()).size() + " pods in the cache");
            context.await(); // until Ctrl-C
        }
        // end::first-informer[]
    }
}
