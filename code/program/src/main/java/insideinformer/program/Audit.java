package insideinformer.program;

import insideinformer.api.ApiException;
import insideinformer.client.KubeConfig;
import insideinformer.client.KubeConfigException;
import insideinformer.client.RestClient;
import insideinformer.quota.Quantity;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts another server's quotas and says where its statuses differ. It only reads. */
final class Audit {

    private Audit() {}

    /** @return 0 if all statuses are right, 3 if some differ */
    static int run(Path kubeconfig, PrintStream out, Context context) throws UserError, InterruptedException {
        try (RestClient client = new RestClient(KubeConfig.load(kubeconfig).restConfig())) {
            return print(new Recount(client, context, Clock.system()).lines(), out);
        } catch (KubeConfigException e) {
            throw new UserError(e.getMessage());
        } catch (ApiException e) {
            throw new UserError("the server named in " + kubeconfig + " refuses: " + e.getMessage()
                    + "; listing what quotas count needs read access to all namespaces");
        } catch (IOException e) {
            throw new UserError("the server named in " + kubeconfig + " cannot be asked: " + e.getMessage());
        }
    }

    private static int print(List<Recount.Line> lines, PrintStream out) {
        Table table = new Table("NAMESPACE", "QUOTA", "RESOURCE", "SERVER SAYS", "WE COUNT", "HARD", "");
        long different = 0;
        for (Recount.Line line : lines) {
            different += line.agrees() ? 0 : 1;
            table.row(line.namespace(), line.quota(), line.resource(), show(line.status()), show(line.counted()),
                    line.hard().toString(),
                            line.agrees() ? "" : line.counted() == null ? "cannot be counted" : "differs");
        }
        out.print(table);
        out.printf("%d amounts in all, %s%n", lines.size(), different == 0 ? "none differs" : different + " differ");
        return different == 0 ? 0 : 3;
    }

    private static String show(@Nullable Quantity amount) {
        return amount == null ? "-" : amount.toString();
    }
}
