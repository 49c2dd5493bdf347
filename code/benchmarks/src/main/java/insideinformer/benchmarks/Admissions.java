package insideinformer.benchmarks;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ApiResource;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.quota.Quantity;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** How many pods a second 32 clients can create over HTTP in one namespace: without quota admission, and with a quota. */
final class Admissions {

    private static final int CLIENTS = 32;

    private final ApiServer server;
    private final RestClient client;
    private final Context context = Context.background();

    private Admissions(Admission admission) throws Exception {
        server = ApiServer.builder().admission(admission).build().start();
        client = new RestClient(server.uri());
        client.resource(ApiResource.NAMESPACES).create(context,
                new Namespace("v1", "Namespace", ObjectMeta.named("", "shop"), null, Map.of()));
        var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("shop");
        ResourceQuota quota = quotas.create(context, Json.MAPPER.readValue("""
                {"metadata":{"name":"q"},"spec":{"hard":{"pods":"1000000","requests.cpu":"1000000"}}}""",
                ResourceQuota.class));
        quotas.updateStatus(context, quota.withStatus(Json.MAPPER.readValue("""
                {"status":{"hard":{"pods":"1000000","requests.cpu":"1000000"},"used":{"pods":"0","requests.cpu":"0"}}}""",
                ResourceQuota.class).status()));
    }

    /** Takes the number of pods; without it 5,000. */
    public static void main(String[] args) throws Exception {
        int pods = args.length == 0 ? 5_000 : Integer.parseInt(args[0]);
        System.out.printf("%-24s %16s%n", "creates by 32 clients", "pods a second");
        for (int round = 0; round < 3; round++) {
            System.out.printf("%-24s %,16.0f%n", "without admission", new Admissions(Admission.NONE).rate(pods, false));
            System.out.printf("%-24s %,16.0f%n", "with a quota",
                    new Admissions(new QuotaAdmission(Clock.system())).rate(pods, true));
        }
        System.exit(0);
    }

    private double rate(int pods, boolean charged) throws Exception {
        long start = Clock.system().nanoTime();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int c = 0; c < CLIENTS; c++) {
                int number = c;
                all.add(clients.submit(() -> {
                    for (int p = number; p < pods; p += CLIENTS) {
                        client.resource(ApiResource.PODS).inNamespace("shop").create(context, pod("pod-" + p));
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        double seconds = (Clock.system().nanoTime() - start) / 1e9;
        ResourceQuota quota = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("shop").get(context, "q");
        String used = requireNonNull(quota.status()).used().getOrDefault("pods", "0");
        if (Quantity.parse(used).value() != (charged ? pods : 0)) {
            throw new IllegalStateException("the quota was charged " + used + " pods for " + pods);
        }
        client.close();
        server.close();
        return pods / seconds;
    }

    private static Pod pod(String name) {
        return Json.MAPPER.readValue("""
                {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"main","image":"shop/main:1.0",
                "resources":{"requests":{"cpu":"100m"}}}]}}""".formatted(name), Pod.class);
    }
}
