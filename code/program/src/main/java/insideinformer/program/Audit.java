package insideinformer.program;

import insideinformer.api.ApiException;
import insideinformer.api.ResourceQuota;
import insideinformer.client.Client;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts another server's quotas and reports the statuses that differ. It only reads.
 *
 * <p>The server changes between reading a status and listing the objects. So a difference is reported only if each of
 * several counts finds it.
 */
final class Audit {

    private static final int LOOKS = 3;
    private static final Duration BETWEEN_NEWS = Duration.ofSeconds(2);
    private static final int ROWS_AT_A_GLANCE = 40;

    private final Recount recount;
    private final Context context;
    private final Clock clock;
    private final Duration pause;
    private final PrintStream news;
    private long saidNanos;

    /**
     * @param pause before each further count of a difference
     * @param news gets a line every few seconds while it counts
     */
    Audit(Client client, Context context, Clock clock, Duration pause, PrintStream news)
            throws IOException, InterruptedException {
        this.recount = new Recount(client, context, clock);
        this.context = context;
        this.clock = clock;
        this.pause = pause;
        this.news = news;
        this.saidNanos = clock.nanoTime();
    }

    /**
     * @param kubeconfig names the server in messages
     * @return 0 if all statuses are right, 3 if some differ
     */
    static int run(Client client, Path kubeconfig, PrintStream out, PrintStream news, Context context)
            throws UserError, IOException, InterruptedException {
        try {
            return print(new Audit(client, context, Clock.system(), Duration.ofSeconds(2), news).lines(), out);
        } catch (ApiException e) {
            throw new UserError("the server named in " + kubeconfig + " refuses: " + e.getMessage()
                    + "; listing what quotas count needs read access to all namespaces");
        }
    }

    /** All amounts of all quotas, sorted by namespace, quota and resource. One that differs did so in every count. */
    List<Recount.Line> lines() throws IOException, InterruptedException {
        SortedMap<String, List<Recount.Line>> found = new TreeMap<>();
        SortedMap<String, List<ResourceQuota>> quotas = recount.quotasByNamespace();
        for (Map.Entry<String, List<ResourceQuota>> namespace : quotas.entrySet()) {
            found.put(namespace.getKey(), recount.linesOf(namespace.getValue()));
            tell("counted", found.size(), quotas.size());
        }
        for (int look = 2; look <= LOOKS; look++) {
            List<String> doubtful = found.entrySet().stream()
                    .filter(e -> !e.getValue().stream().allMatch(Recount.Line::agrees)).map(Map.Entry::getKey).toList();
            if (doubtful.isEmpty() || context.await(pause, clock)) {
                break;
            }
            int again = 0;
            for (String namespace : doubtful) {
                found.put(namespace, believed(found.getOrDefault(namespace, List.of()), recount.linesOf(namespace)));
                tell("look " + look + " of " + LOOKS + " at what differs: counted", ++again, doubtful.size());
            }
        }
        return found.values().stream().flatMap(List::stream).toList();
    }

    /** An amount that agreed once is right: objects come and go between two counts. */
    private static List<Recount.Line> believed(List<Recount.Line> earlier, List<Recount.Line> now) {
        List<Recount.Line> lines = new ArrayList<>();
        for (Recount.Line line : now) {
            lines.add(earlier.stream().filter(before -> before.agrees() && before.quota().equals(line.quota())
                    && before.resource().equals(line.resource())).findFirst().orElse(line));
        }
        return lines;
    }

    private void tell(String what, int done, int all) {
        if (clock.nanoTime() - saidNanos >= BETWEEN_NEWS.toNanos()) {
            saidNanos = clock.nanoTime();
            news.printf("%s %d of %d namespaces%n", what, done, all);
        }
    }

    private static int print(List<Recount.Line> lines, PrintStream out) {
        if (lines.isEmpty()) {
            out.println("the server has no quotas, so there is nothing to compare");
            return 0;
        }
        List<Recount.Line> different = lines.stream().filter(line -> !line.agrees()).toList();
        out.print(table(lines));
        lines.stream().filter(line -> line.problem() != null)
                .map(line -> "%s/%s cannot be counted in full: %s".formatted(line.namespace(), line.quota(), line.problem()))
                .distinct().forEach(out::println);
        if (lines.size() > ROWS_AT_A_GLANCE && !different.isEmpty()) {
            out.println();
            out.print(table(different));
        }
        out.printf("%d amounts in all, %s%n", lines.size(),
                different.isEmpty() ? "none differs" : different.size() + " differ");
        return different.isEmpty() ? 0 : 3;
    }

    private static Table table(List<Recount.Line> lines) {
        Table table = new Table("NAMESPACE", "QUOTA", "RESOURCE", "SERVER SAYS", "WE COUNT", "HARD", "");
        for (Recount.Line line : lines) {
            table.row(line.namespace(), line.quota(), line.resource(), Table.cell(line.status()), Table.cell(line.counted()),
                    Table.cell(line.hard()), verdict(line));
        }
        return table;
    }

    private static String verdict(Recount.Line line) {
        if (line.agrees()) {
            return "";
        }
        return line.problem() != null ? "cannot be counted" : "differs";
    }
}
