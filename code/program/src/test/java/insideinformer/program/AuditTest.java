package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.ResourceQuota;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.faults.Failure;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Other servers' quotas, counted again; the server has no quota admission and no controller, so its statuses are the test's. */
class AuditTest {

    /** A property, so that one run can try more: {@code -Dnamespaces=1000}. */
    private static final int NAMESPACES = Integer.getInteger("namespaces", 200);

    private final Context context = Context.background();
    private final ByteArrayOutputStream news = new ByteArrayOutputStream();
    private ApiServer server;
    private RestClient client;

    @BeforeEach
    void start() throws IOException {
        server = ApiServer.builder().build().start();
        client = new RestClient(server.uri());
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private void namespace(String name) throws Exception {
        client.resource(ApiResource.NAMESPACES).create(context,
                new Namespace("v1", "Namespace", ObjectMeta.named("", name), null, Map.of()));
    }

    private void configMaps(String namespace, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            client.resource(ApiResource.CONFIG_MAPS).inNamespace(namespace).create(context,
                    Json.MAPPER.readValue("{\"metadata\":{\"name\":\"c%d\"}}".formatted(i), ConfigMap.class));
        }
    }

    private void quota(String namespace, String hard, String used) throws Exception {
        var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(namespace);
        ResourceQuota quota = quotas.create(context, Json.MAPPER.readValue(
                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{%s}}}".formatted(hard), ResourceQuota.class));
        setUsed(namespace, quota, used);
    }

    private void setUsed(String namespace, ResourceQuota quota, String used) throws Exception {
        client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(namespace).updateStatus(context,
                quota.withStatus(Json.MAPPER.readValue("{\"status\":{\"hard\":{},\"used\":{%s}}}".formatted(used),
                        ResourceQuota.class).status()));
    }

    private Audit audit(Clock clock, Duration pause) throws Exception {
        return new Audit(client, context, clock, pause, new PrintStream(news, true, StandardCharsets.UTF_8));
    }

    private List<String> differing() throws Exception {
        return audit(Clock.system(), Duration.ZERO).lines().stream().filter(line -> !line.agrees())
                .map(line -> "%s %s %s %s".formatted(line.namespace(), line.resource(), line.status(), line.counted()))
                .toList();
    }

    @Test
    void of_many_namespaces_it_names_all_that_are_wrong_and_no_other() throws Exception {
        SplittableRandom random = new SplittableRandom(20261129);
        List<String> wrong = new ArrayList<>();
        for (int n = 0; n < NAMESPACES; n++) {
            String name = "team-%04d".formatted(n);
            int objects = random.nextInt(4);
            boolean falsified = random.nextInt(10) == 0;
            int said = falsified ? objects + 1 + random.nextInt(3) : objects;
            namespace(name);
            configMaps(name, objects);
            quota(name, "\"configmaps\":\"9\",\"pods\":\"5\"", "\"configmaps\":\"%d\",\"pods\":\"0\"".formatted(said));
            if (falsified) {
                wrong.add("%s configmaps %d %d".formatted(name, said, objects));
            }
        }

        assertThat(wrong).hasSizeGreaterThan(NAMESPACES / 20);
        assertThat(differing()).containsExactlyElementsOf(wrong);
    }

    @Test
    void lists_are_read_in_pages_and_once_for_all_quotas_of_a_namespace() throws Exception {
        namespace("shop");
        configMaps("shop", 501);
        quota("shop", "\"configmaps\":\"2000\",\"count/configmaps\":\"2000\"",
                "\"configmaps\":\"501\",\"count/configmaps\":\"501\"");
        server.faults().forgetRequests();

        assertThat(differing()).isEmpty();

        assertThat(server.faults().requests()).filteredOn(r -> r.is("list", "configmaps")).hasSize(2)
                .allSatisfy(request -> assertThat(request.query()).contains("limit=500"));
        assertThat(server.faults().requests()).allSatisfy(request -> assertThat(request.method()).isEqualTo("GET"));
    }

    @Test
    void what_was_only_under_way_at_the_first_look_does_not_differ() throws Exception {
        namespace("shop");
        configMaps("shop", 1);
        quota("shop", "\"configmaps\":\"5\"", "\"configmaps\":\"0\"");
        FakeClock clock = new FakeClock();
        Audit audit = audit(clock, Duration.ofSeconds(2));
        Thread controller = Thread.ofVirtual().start(() -> {
            try {
                clock.awaitWaiters(1); // it has seen the old status, and waits for its next look
                setUsed("shop", client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("shop").get(context, "q"),
                        "\"configmaps\":\"1\"");
                clock.step(Duration.ofSeconds(2));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        assertThat(audit.lines()).allMatch(Recount.Line::agrees).hasSize(1);
        controller.join();
    }

    @Test
    void what_is_never_counted_or_no_longer_limited_differs() throws Exception {
        namespace("shop");
        quota("shop", "\"configmaps\":\"5\"", "\"pods\":\"1\"");

        assertThat(differing()).containsExactly("shop configmaps null 0", "shop pods 1 null");
    }

    @Test
    void a_name_that_nobody_measures_does_not_differ() throws Exception {
        namespace("shop");
        quota("shop", "\"example.com/moons\":\"5\"", "");

        assertThat(differing()).isEmpty();
    }

    @Test
    void what_may_not_be_listed_is_said_with_the_reason() throws Exception {
        namespace("shop");
        quota("shop", "\"configmaps\":\"5\",\"pods\":\"5\"", "\"configmaps\":\"0\",\"pods\":\"0\"");
        server.faults().fail(request -> request.is("list", "configmaps"),
                Failure.status(403, "Forbidden", "configmaps is forbidden"));

        List<Recount.Line> lines = audit(Clock.system(), Duration.ZERO).lines();

        assertThat(lines).filteredOn(line -> !line.agrees()).singleElement().satisfies(line -> {
            assertThat(line.resource()).isEqualTo("configmaps");
            assertThat(line.problem()).contains("configmaps is forbidden");
        });
    }

    @Test
    void long_work_says_how_far_it_is() throws Exception {
        FakeClock clock = new FakeClock();
        for (String name : List.of("a", "b", "c")) {
            namespace(name);
            quota(name, "\"pods\":\"5\"", "\"pods\":\"0\"");
        }
        Audit audit = audit(clock, Duration.ZERO);
        clock.step(Duration.ofSeconds(3));

        assertThat(audit.lines()).hasSize(3);

        assertThat(news.toString(StandardCharsets.UTF_8).lines()).containsExactly("counted 1 of 3 namespaces");
    }
}
