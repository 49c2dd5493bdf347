package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Objects as rows, and objects without anything but metadata. */
class TableTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    private static final String PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    private static final String PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

    private final FakeClock clock = new FakeClock();

    @RegisterExtension
    final TestServer server = new TestServer(builder -> builder.clock(clock));

    @Test
    @Spec("AP-106")
    void a_table_has_columns_and_a_row_for_each_object() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{\"x\":\"1\",\"y\":\"2\"}"));
        clock.step(Duration.ofSeconds(200));

        JsonNode table = table(MAPS);

        assertThat(table.path("kind").asString()).isEqualTo("Table");
        assertThat(table.path("apiVersion").asString()).isEqualTo("meta.k8s.io/v1");
        assertThat(names(table)).containsExactly("Name", "Data", "Age");
        assertThat(table.at("/columnDefinitions/0").propertyNames())
                .containsExactlyInAnyOrder("name", "type", "format", "description", "priority");
        assertThat(table.at("/columnDefinitions/0/type").asString()).isEqualTo("string");
        assertThat(table.at("/columnDefinitions/0/format").asString()).isEqualTo("name");
        assertThat(table.at("/rows/0/cells").toString()).isEqualTo("[\"a\",2,\"3m20s\"]");
    }

    @Test
    @Spec("AP-106")
    void one_object_is_a_table_of_one_row_and_a_failure_stays_a_Status() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        assertThat(table(MAPS + "/a").path("rows")).hasSize(1);
        assertThat(table(MAPS + "/missing").path("kind").asString()).isEqualTo("Status");
    }

    @Test
    @Spec("AP-107")
    void the_rows_object_is_what_was_asked_for() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{\"x\":\"1\"}", "{\"labels\":{\"l\":\"1\"}}"));

        JsonNode metadata = table(MAPS).at("/rows/0/object");
        JsonNode object = table(MAPS + "?includeObject=Object").at("/rows/0/object");
        JsonNode none = table(MAPS + "?includeObject=None").at("/rows/0/object");
        JsonNode refused = table(MAPS + "?includeObject=Some");

        assertThat(metadata.path("kind").asString()).isEqualTo("PartialObjectMetadata");
        assertThat(metadata.at("/metadata/labels/l").asString()).isEqualTo("1");
        assertThat(metadata.has("data")).isFalse();
        assertThat(object.path("kind").asString()).isEqualTo("ConfigMap");
        assertThat(none.isNull()).isTrue();
        assertThat(refused.path("code").asInt()).isEqualTo(400);
        assertThat(refused.path("message").asString())
                .isEqualTo("Unable to convert to Table as requested: includeObject:"
                + " Invalid value: \"Some\": must be 'Metadata', 'Object', 'None', or empty");
    }

    @Test
    @Spec("AP-107")
    void a_table_pages_like_a_list() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            server.client().post(MAPS, TestObjects.map(name));
        }

        JsonNode metadata = table(MAPS + "?limit=2").path("metadata");

        assertThat(metadata.path("resourceVersion").asLong()).isEqualTo(server.store().revision());
        assertThat(metadata.path("continue").asString("")).isNotEmpty();
        assertThat(metadata.path("remainingItemCount").asInt()).isEqualTo(1);
    }

    @Test
    @Spec("AP-108")
    void a_watch_of_tables_names_its_columns_once() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));
        try (TestClient.Stream watch =
                server.client().watch(MAPS + "?watch=1&allowWatchBookmarks=true&includeObject=None", "Accept", TABLE)) {
            JsonNode first = watch.next();
            JsonNode mark = watch.next();
            server.client().post(MAPS, TestObjects.map("b"));
            JsonNode second = watch.next();

            assertThat(first.at("/object/columnDefinitions")).hasSize(3);
            assertThat(first.at("/object/rows")).hasSize(1);
            assertThat(mark.path("type").asString()).isEqualTo("BOOKMARK");
            assertThat(mark.at("/object/kind").asString()).isEqualTo("Table");
            assertThat(mark.at("/object/columnDefinitions").isNull()).isTrue();
            assertThat(mark.at("/object/rows/0/object/metadata/annotations/k8s.io~1initial-events-end").asString())
                    .isEqualTo("true");
            assertThat(second.at("/object/columnDefinitions").isNull()).isTrue();
            assertThat(second.at("/object/rows/0/object").isNull()).isTrue();
        }
    }

    @Test
    @Spec("AP-108")
    void an_ERROR_is_never_a_table() throws Exception {
        String old = server.client().post(MAPS, TestObjects.map("a")).version();
        server.client().post(MAPS, TestObjects.map("b"));
        server.server().faults().compact();

        try (TestClient.Stream watch = server.client()
                .watch(MAPS + "?watch=1&resourceVersion=" + old, "Accept", TABLE)) {
            assertThat(watch.next().at("/object/kind").asString()).isEqualTo("Status");
        }
    }

    @Test
    @Spec("AP-110")
    void metadata_can_be_had_alone() throws Exception {
        JsonNode created = server.client().post(MAPS, TestObjects.map("a", "{\"x\":\"1\"}")).body();

        JsonNode list = server.client().get(MAPS, "Accept", PARTIALS).body();
        JsonNode one = server.client().get(MAPS + "/a", "Accept", PARTIAL).body();

        assertThat(list.path("kind").asString()).isEqualTo("PartialObjectMetadataList");
        assertThat(list.path("apiVersion").asString()).isEqualTo("meta.k8s.io/v1");
        assertThat(list.at("/items/0")).isEqualTo(one);
        assertThat(one.propertyNames()).containsExactly("kind", "apiVersion", "metadata");
        assertThat(one.path("kind").asString()).isEqualTo("PartialObjectMetadata");
        assertThat(one.path("metadata")).isEqualTo(created.path("metadata"));
        try (TestClient.Stream watch = server.client().watch(MAPS + "?watch=1", "Accept", PARTIAL)) {
            assertThat(watch.next().path("object")).isEqualTo(one);
        }
    }

    @Test
    @Spec({"AP-110", "AP-20"})
    void the_single_form_does_not_fit_a_list() throws Exception {
        TestClient.Answer answer = server.client().get(MAPS, "Accept", PARTIAL);

        assertThat(answer.code()).isEqualTo(406);
        assertThat(answer.message()).isEqualTo(
                "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)");
        assertThat(answer.body().has("details")).isFalse();
    }

    @Test
    void pods_show_how_they_are() throws Exception {
        server.client().post(PODS, TestObjects.podOnNode("p", "n1"));
        server.client().patch(PODS + "/p/status", "merge", """
                {"status":{"phase":"Running","podIP":"10.0.0.1",
                 "containerStatuses":[{"name":"main","ready":true,"restartCount":2,"state":{"running":{}}}]}}""");

        JsonNode running = table(PODS);
        assertThat(names(running)).startsWith("Name", "Ready", "Status", "Restarts", "Age");
        assertThat(running.at("/rows/0/cells").toString())
                .isEqualTo("[\"p\",\"1/1\",\"Running\",\"2\",\"0s\",\"10.0.0.1\",\"n1\",\"<none>\",\"<none>\"]");
        server.client().patch(PODS + "/p/status", "merge", """
                {"status":{"containerStatuses":[{"name":"main","restartCount":3,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}}""");
        assertThat(table(PODS).at("/rows/0/cells/2").asString()).isEqualTo("CrashLoopBackOff");
        server.client().delete(PODS + "/p");
        assertThat(table(PODS).at("/rows/0/cells/2").asString()).isEqualTo("Terminating");
    }

    @Test
    void quotas_show_what_is_used_of_what() throws Exception {
        String quotas = "/api/v1/namespaces/default/resourcequotas";
        server.client()
                .post(quotas, TestObjects.quota("q", "{\"pods\":\"2\",\"requests.cpu\":\"1\",\"limits.cpu\":\"4\"}"));
        server.client().patch(quotas + "/q/status", "merge", """
                {"status":{"hard":{"pods":"2","requests.cpu":"1","limits.cpu":"4"},"used":{"pods":"1","requests.cpu":"600m"}}}""");

        assertThat(table(quotas).at("/rows/0/cells").toString())
                .isEqualTo("[\"q\",\"pods: 1/2, requests.cpu: 600m/1\",\"limits.cpu: 0/4\",\"0s\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/api/v1/namespaces                                        | Name,Status,Age",
        "/api/v1/namespaces/default/services                       | Name,Type,Cluster-IP,External-IP,Port(s),Age",
        "/apis/apps/v1/namespaces/default/deployments              | Name,Ready,Up-to-date,Available,Age",
        "/apis/coordination.k8s.io/v1/namespaces/default/leases    | Name,Holder,Age",
        "/api/v1/namespaces/default/events                         | Last Seen,Type,Reason,Object,Message,Name",
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles | Name,Age"
    })
    void kinds_have_columns_of_their_own(String path, String columns) throws Exception {
        assertThat(String.join(",", names(table(path)))).isEqualTo(columns);
    }

    private JsonNode table(String path) throws Exception {
        return server.client().get(path, "Accept", TABLE).body();
    }

    private static List<String> names(JsonNode table) {
        return table.path("columnDefinitions").valueStream().map(c -> c.path("name").asString()).toList();
    }
}
