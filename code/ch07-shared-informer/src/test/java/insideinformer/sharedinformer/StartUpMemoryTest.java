package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import insideinformer.api.ApiResource;
import insideinformer.api.Pod;
import insideinformer.client.RestClient;
import insideinformer.testing.Spec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An informer with many objects and little memory. */
class StartUpMemoryTest {

    private static final int PODS = 25_000;
    private static final int HEAP_MB = 128; // the report's 512 MB for 100,000 pods, in proportion

    /** About 3 KB. A bar stands for a number that differs from pod to pod. */
    private static final String POD = """
            {"metadata":{"name":"web-|","generateName":"web-","namespace":"shop","uid":"6d1f8a52-0000-4000-8000-|",\
            "resourceVersion":"|","creationTimestamp":"2030-01-01T00:00:00Z",\
            "labels":{"app":"web","pod-template-hash":"7d4b9c6f5","tier":"front"},\
            "annotations":{"example.com/notes":"|%s"},\
            "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-7d4b9c6f5",\
            "uid":"0b7c1d7e-0000-4000-8000-000000000001","controller":true,"blockOwnerDeletion":true}]},\
            "spec":{"nodeName":"node-|","restartPolicy":"Always","serviceAccountName":"default",\
            "containers":[{"name":"web","image":"registry.example/web:1.4.2","ports":[{"containerPort":8080}],\
            "env":[{"name":"MODE","value":"production"},{"name":"REGION","value":"eu"}],\
            "resources":{"requests":{"cpu":"100m","memory":"128Mi"},"limits":{"cpu":"200m","memory":"256Mi"}},\
            "volumeMounts":[{"name":"data","mountPath":"/data"}]}],\
            "volumes":[{"name":"data","emptyDir":{}}]},\
            "status":{"phase":"Running","podIP":"10.0.|","startTime":"2030-01-01T00:00:02Z",\
            "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2030-01-01T00:00:07Z"}],\
            "containerStatuses":[{"name":"web","ready":true,"restartCount":0,"image":"registry.example/web:1.4.2",\
            "containerID":"containerd://|","state":{"running":{"startedAt":"2030-01-01T00:00:05Z"}}}]}}\
            """.formatted("x".repeat(1_650));

    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(requests);
        server.createContext("/api/v1/pods", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        requests.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange; OutputStream out = new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            if (exchange.getRequestURI().getQuery().contains("watch=true")) {
                out.flush();
                over.await(); // the watch gets no event
                return;
            }
            out.write(bytes("{\"kind\":\"PodList\",\"apiVersion\":\"v1\","
                    + "\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["));
            for (int i = 0; i < PODS; i++) {
                out.write(bytes((i == 0 ? "" : ",") + POD.replace("|", String.valueOf(100_000_000 + i))));
            }
            out.write(bytes("]}"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Its argument is the server's address. It prints how many pods its informer has when it is synced. */
    static final class Program {
        public static void main(String[] args) throws Exception {
            try (RestClient client = new RestClient(URI.create(args[0]))) {
                SharedIndexInformer<Pod> informer = SharedIndexInformer.of(client.resource(ApiResource.PODS), Pod.class,
                        SharedIndexInformerOptions.resyncing(Duration.ZERO));
                try (RunningInformer running = RunningInformer.start(informer)) {
                    informer.hasSyncedChecker().done().await();
                    System.out.println(informer.getStore().listKeys().size() + " pods");
                }
            }
        }
    }

    @Test
    @Spec("D6")
    void many_objects_are_synced_in_a_heap_little_larger_than_they_need(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        assertThat(POD.length()).isBetween(2_900, 3_100);
        Process program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + HEAP_MB + "m",
                "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"), Program.class.getName(),
                "http://127.0.0.1:" + server.getAddress().getPort())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).as("it ends in time").isTrue();
        } finally {
            program.destroyForcibly();
        }

        assertThat(output).content().contains(PODS + " pods");
        assertThat(program.exitValue()).isZero();
    }
}
