package insideinformer.program;

import insideinformer.client.KubeConfig;
import insideinformer.client.KubeConfigException;
import insideinformer.client.RestClient;
import insideinformer.client.RestConfig;
import insideinformer.factory.FactoryOptions;
import insideinformer.lab.ObservedClient;
import insideinformer.lab.Stage;
import insideinformer.manager.ControllerManager;
import insideinformer.manager.ControllerManagerOptions;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** The controller manager with its quota controller on another server: it counts that server's quotas and writes their statuses. */
final class QuotaController {

    private QuotaController() {}

    /** Works until {@code context} ends. */
    static int run(Path kubeconfig, PrintStream out, Context context) throws UserError, InterruptedException {
        try {
            RestConfig config = KubeConfig.load(kubeconfig).restConfig();
            try (RestClient client = new RestClient(config)) {
                out.println("counting the quotas of the server named in " + kubeconfig
                        + " and writing their statuses; Ctrl-C ends it");
                ObservedClient observed = new ObservedClient(client, sighting -> {
                    if (sighting.stage() == Stage.QUOTA_CONTROLLER) {
                        out.println(sighting.key() + " " + sighting.text());
                    }
                });
                new ControllerManager(observed, ControllerManager.newControllerDescriptors(),
                        ControllerManagerOptions.DEFAULT, FactoryOptions.DEFAULT, Clock.system(), new SplittableRandom())
                        .run(context);
                return 0;
            }
        } catch (KubeConfigException e) {
            throw new UserError(e.getMessage());
        } catch (IOException e) {
            throw new UserError("the server named in " + kubeconfig + " cannot be asked: " + e.getMessage());
        }
    }
}
