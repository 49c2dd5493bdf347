package insideinformer.program;

import insideinformer.client.RestClient;
import insideinformer.kubeconfig.KubeConfig;
import insideinformer.kubeconfig.KubeConfigException;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command behind {@code make run}. Exit codes: 0 all is well, 1 it did not settle in time, 2 the user must correct
 * something, 3 an audit found differences. Ctrl-C gives 0 if the program runs until it is stopped, and 130 if it would
 * have ended by itself.
 */
@Command(name = "run", description =
        "Runs the whole machinery in one process, or looks after the quotas of another server.",
        mixinStandardHelpOptions = true, sortOptions = false)
public final class Main implements Callable<Integer> {

    @Option(names = "--port", defaultValue = "8001", description =
            "where the API server listens (${DEFAULT-VALUE}; 0: any free port)")
    private int port = 8001;

    @Option(names = "--site-port", defaultValue = "8080", description =
            "where the book's site is served (${DEFAULT-VALUE}; 0: any)")
    private int sitePort = 8080;

    @Option(names = "--site", description = "the folder of the book's pages")
    private @Nullable Path site;

    @Option(names = "--manifests", description = "a file or folder of manifests to load; `none` starts empty")
    private @Nullable Path manifests;

    @Option(names = "--default-manifests", hidden = true, defaultValue = "code/ch14-controller-manager/manifests")
    private Path defaultManifests = Path.of("code/ch14-controller-manager/manifests");

    @Option(names = "--once", description = "stop at the first settled state")
    private boolean once;

    @Option(names = "--timeout", defaultValue = "60", description =
            "seconds after which --once gives up (${DEFAULT-VALUE})")
    private long timeoutSeconds = 60;

    @Option(names = "--kubeconfig", description =
            "another server to compare with our count, as one file or several that are merged")
    private @Nullable Path kubeconfig;

    @Option(names = "--audit", description = "compare that server's quotas with our own count")
    private boolean audit;

    @Option(names = "--write", description = "count that server's quotas for good, and write their statuses")
    private boolean write;

    private final PrintStream out;
    private final PrintStream news;

    private Main(PrintStream out, PrintStream news) {
        this.out = out;
        this.news = news;
    }

    public static void main(String... args) {
        System.exit(execute(System.out, System.err, args));
    }

    /** @return the exit code */
    static int execute(PrintStream out, PrintStream err, String... args) {
        return new CommandLine(new Main(out, err))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setParameterExceptionHandler((e, a) -> fail(err, e.getMessage()))
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (e instanceof UserError) {
                        return fail(err, e.getMessage());
                    }
                    throw e;
                })
                .execute(args);
    }

    private static int fail(PrintStream err, @Nullable String message) {
        err.println(message);
        return 2;
    }

    @Override
    public Integer call() throws Exception {
        checkPort("PORT", port);
        checkPort("SITE_PORT", sitePort);
        if (timeoutSeconds <= 0) {
            throw new UserError("TIMEOUT is " + timeoutSeconds + "; give a number of seconds above 0");
        }
        CompletableFuture<Boolean> ended = new CompletableFuture<>(); // whether all went well
        boolean well = false;
        try (Cancellable context = Context.background().withCancel()) {
            Runtime.getRuntime().addShutdownHook(
                    Thread.ofPlatform().name("ctrl-c").unstarted(() -> stop(context, ended)));
            int code = audit || write || kubeconfig != null ? visit(context) : run(context);
            well = code == 0;
            return code;
        } finally {
            ended.complete(well);
        }
    }

    /** A program that runs until it is stopped has ended well. One that would have ended by itself has not. */
    private void stop(Cancellable context, CompletableFuture<Boolean> ended) {
        if (ended.isDone()) {
            return;
        }
        context.cancel();
        boolean isToBeStopped = write || kubeconfig == null && !audit && !once;
        if (ended.join() && isToBeStopped) {
            Runtime.getRuntime().halt(0); // not 130 or 143, which make takes for failures
        }
    }

    private static void checkPort(String name, int port) throws UserError {
        if (port < 0 || port > 65535) {
            throw new UserError(name + " is " + port + "; give a number from 0 to 65535");
        }
    }

    private int visit(Context context) throws Exception {
        if (audit && write) {
            throw new UserError("AUDIT=1 only reads and WRITE=1 writes; choose one of them");
        }
        if (kubeconfig == null) {
            String wanted = audit ? "AUDIT=1" : "WRITE=1";
            throw new UserError(wanted + " needs to know the server: make run " + wanted + " KUBECONFIG=file");
        }
        try (RestClient client = new RestClient(KubeConfig.load(kubeconfig.toString()).restConfig())) {
            if (write) {
                QuotaController.run(client, kubeconfig, out, context);
                return 0;
            }
            return Audit.run(client, kubeconfig, out, news, context);
        } catch (KubeConfigException e) {
            throw new UserError(e.getMessage());
        } catch (IOException e) {
            throw new UserError("the server named in " + kubeconfig + " cannot be asked: " + e.getMessage());
        }
    }

    private int run(Context context) throws Exception {
        return new Program(out, port, sitePort, once ? null : site, manifestsPath(), once ? timeoutSeconds : null)
                .run(context);
    }

    private @Nullable Path manifestsPath() {
        if (manifests == null) {
            return defaultManifests;
        }
        return manifests.toString().equals("none") ? null : manifests;
    }
}
