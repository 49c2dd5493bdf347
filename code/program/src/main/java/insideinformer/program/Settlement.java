package insideinformer.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * When everything has come to rest: every workload has its pods, or a quota refuses them, and every quota's status is what
 * the objects add up to.
 */
final class Settlement {

    private final Recount recount;
    private final ClusterControllers controllers;

    Settlement(Recount recount, ClusterControllers controllers) {
        this.recount = recount;
        this.controllers = controllers;
    }

    /** What is not at rest yet, a sentence each; empty when all is. */
    List<String> missing() throws IOException, InterruptedException {
        List<String> missing = new ArrayList<>(controllers.unfinished());
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
