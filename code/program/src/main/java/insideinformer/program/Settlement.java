package insideinformer.program;

import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Says whether everything has settled: every workload has its pods or a quota refuses them, and every quota's status
 * is the sum of its objects.
 */
final class Settlement {

    private final Recount recount;
    private final ClusterControllers controllers;

    Settlement(Recount recount, ClusterControllers controllers) {
        this.recount = recount;
        this.controllers = controllers;
    }

    /** One sentence for each thing that has not settled. */
    List<String> missing(Context context) throws IOException, InterruptedException {
        List<String> missing = new ArrayList<>(controllers.unfinished(context));
        for (Recount.Line line : recount.lines()) {
            if (!line.agrees()) {
                missing.add("quota %s/%s: %s is %s in the status, the objects add up to %s".formatted(
                        line.namespace(), line.quota(), line.resource(),
                        line.status() == null ? "missing" : line.status(),
                        line.counted() == null ? "nothing countable" : line.counted()));
            }
        }
        return missing;
    }
}
