package insideinformer.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;

/** Measures one subject once, in the JVM it was started in, and prints the {@link Measurement} as one line of JSON. */
final class Run {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Run() {}

    /**
     * Takes the subject's name, the server's URL, how many pods it serves, how many updates to ask for, and how often
     * all this is to be done before, by a subject that is closed then.
     */
    public static void main(String[] args) throws Exception {
        URI server = URI.create(args[1]);
        int pods = Integer.parseInt(args[2]);
        int updates = Integer.parseInt(args[3]);
        for (int i = Integer.parseInt(args[4]); i > 0; i--) {
            measure(args[0], server, pods, updates);
            HeapPeak.reachable(); // so that the next begins with an empty heap: here nothing holds the one before any more
        }
        System.out.println(Json.MAPPER.writeValueAsString(measure(args[0], server, pods, updates)));
        System.exit(0); // some libraries leave threads behind
    }

    private static Subject subject(String name) {
        return switch (name) {
            case "ours" -> new OurInformer();
            case "fabric8" -> new Fabric8Informer();
            case "official" -> new OfficialInformer();
            case "jackson" -> new JacksonScan();
            default -> throw new IllegalArgumentException("there is no subject '" + name + "'");
        };
    }

    private static Measurement measure(String name, URI server, int pods, int updates) throws Exception {
        try (Subject subject = subject(name)) {
            return measure(subject, server, pods, updates);
        }
    }

    private static Measurement measure(Subject subject, URI server, int pods, int updates) throws Exception {
        Clock clock = Clock.system();
        Counts counts = new Counts(pods, updates);
        HeapPeak peak = new HeapPeak();
        long start = clock.nanoTime();
        long startCpu = PROCESS.getProcessCpuTime();
        subject.start(server, counts);
        counts.awaitAdds();
        double sync = seconds(clock.nanoTime() - start);
        double syncCpu = seconds(PROCESS.getProcessCpuTime() - startCpu);
        long syncedAt = clock.now().toEpochMilli();
        double peakBytes = peak.soFar();
        double heapBytes = HeapPeak.reachable();
        if (subject.stored() != pods) {
            throw new IllegalStateException("the store holds " + subject.stored() + " of " + pods + " pods");
        }

        start = clock.nanoTime();
        startCpu = PROCESS.getProcessCpuTime();
        askForUpdates(server, updates);
        counts.awaitUpdates();
        double update = seconds(clock.nanoTime() - start);
        double updateCpu = seconds(PROCESS.getProcessCpuTime() - startCpu);
        return new Measurement(sync, syncCpu, heapBytes / 1e6, peakBytes / 1e6, update, updateCpu, syncedAt);
    }

    private static void askForUpdates(URI server, int count) throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) server.resolve("/updates?count=" + count).toURL().openConnection();
        request.setRequestMethod("POST");
        if (request.getResponseCode() != 200) {
            throw new IOException("the canned server answered " + request.getResponseCode());
        }
        request.disconnect();
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
