package insideinformer.differential;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code generate}: writes traces without answers. The recorder adds the answers. */
@Command(
        name = "generate",
        description = "Writes the traces of a range of seeds, without answers, one a line.",
        mixinStandardHelpOptions = true)
final class GenerateCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private SeedOptions seeds = new SeedOptions();

    GenerateCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        if (seeds.problem().isPresent()) {
            err.println(seeds.problem().get());
            return 2;
        }
        seeds.traces().forEach(out::println);
        return 0;
    }
}
