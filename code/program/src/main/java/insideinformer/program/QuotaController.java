package insideinformer.program;

import insideinformer.client.Client;
import insideinformer.lab.ObservedClient;
import insideinformer.lab.Stage;
import insideinformer.manager.ControllerManager;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Runs the quota controller on another server: it counts that server's quotas and writes their statuses.
 */
final class QuotaController {

    private QuotaController() {}

    /**
     * Works until {@code context} ends.
     *
     * @param kubeconfig names the server in messages
     * @throws IOException if the server's resources cannot be discovered
     */
    static void run(Client client, Path kubeconfig, PrintStream out, Context context)
            throws IOException, InterruptedException {
        out.println("counting the quotas of the server named in " + kubeconfig
                + " and writing their statuses; Ctrl-C ends it");
        ObservedClient observed = new ObservedClient(client, sighting -> {
            if (sighting.stage() == Stage.QUOTA_CONTROLLER) {
                out.println(sighting.key() + " " + sighting.text());
            }
        });
        ControllerManager.builder(observed, ControllerManager.newControllerDescriptors()).build().run(context);
    }
}
