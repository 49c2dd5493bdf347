package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that clients send may be as large as they like: none makes the server fail. */
class NumbersFromOutsideTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String LONGEST = "9223372036854775807";

    @RegisterExtension
    final TestServer server = new TestServer(builder -> builder.clock(new Hasty()));

    @BeforeEach
    void onePodOnANode() throws Exception {
        server.client().post(PODS, TestObjects.podOnNode("a", "node-1"));
    }

    @ParameterizedTest
    @Spec("AP-81")
    @ValueSource(strings = {LONGEST, "9223372036854775808", "18446744073709551615"})
    void a_watch_from_the_greatest_version_is_one_from_the_future(String version) throws Exception {
        try (TestClient.Stream watch =
                server.client().watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=" + version)) {
            assertThat(watch.code()).isEqualTo(200);
            server.client().post(MAPS, TestObjects.map("m"));
            assertThat(watch.next()).isNull(); // every change is older than what the client has seen
        }
    }

    @ParameterizedTest
    @Spec("AP-66")
    @ValueSource(strings = {LONGEST, "9223372036854775808", "18446744073709551615"})
    void a_read_at_the_greatest_version_is_one_in_the_future(String version) throws Exception {
        for (String path : new String[] {PODS + "/a", PODS, PODS + "?resourceVersionMatch=Exact"}) {
            String query = (path.contains("?") ? "&" : "?") + "resourceVersion=" + version;

            TestClient.Answer answer = server.client().get(path + query);

            assertThat(answer.code()).isEqualTo(504);
            assertThat(answer.message())
                    .isEqualTo("Timeout: Too large resource version: " + version + ", current: "
                            + server.store().revision());
        }
    }

    @ParameterizedTest
    @Spec("AP-61")
    @ValueSource(strings = {LONGEST, "315360000000"})
    void a_grace_period_without_end_is_cut_to_what_a_date_can_hold(String seconds) throws Exception {
        TestClient.Answer announced = server.client().delete(PODS + "/a?gracePeriodSeconds=" + seconds);

        assertThat(announced.code()).as(announced.text()).isEqualTo(200);
        assertThat(announced.body().at("/metadata/deletionTimestamp").asString("")).startsWith("21");
        TestClient.Answer shortened = server.client().delete(PODS + "/a?gracePeriodSeconds=5");
        assertThat(shortened.code()).isEqualTo(200);
        assertThat(shortened.body().at("/metadata/deletionGracePeriodSeconds").asLong()).isEqualTo(5);
    }

    @Test
    @Spec("AP-61")
    void a_pod_may_ask_for_a_grace_period_without_end() throws Exception {
        String pod = TestObjects.podOnNode("b", "node-1")
                .replace("\"spec\":{", "\"spec\":{\"terminationGracePeriodSeconds\":" + LONGEST + ",");
        assertThat(server.client().post(PODS, pod).code()).isEqualTo(201);

        assertThat(server.client().delete(PODS + "/b").code()).isEqualTo(200);
    }

    @ParameterizedTest
    @Spec("AP-56")
    @ValueSource(strings = {"1e30", "1.5", "9223372036854775808", "\"5\"", "true"})
    void a_grace_period_that_is_no_whole_number_is_a_bad_request(String seconds) throws Exception {
        TestClient.Answer answer =
                server.client().send("DELETE", PODS + "/a", "{\"gracePeriodSeconds\":" + seconds + "}");

        assertThat(answer.code()).as(answer.text()).isEqualTo(400);
        assertThat(answer.message()).contains("gracePeriodSeconds");
        assertThat(server.client().get(PODS + "/a").code()).isEqualTo(200);
    }

    @ParameterizedTest
    @Spec({"AP-71", "AP-78"})
    @ValueSource(strings = {
        "limit=" + LONGEST, "limit=-" + LONGEST, "timeoutSeconds=" + LONGEST, "timeoutSeconds=-5",
        "timeout=99999999999999999999999h", "timeout=0.000000000000000000000000001ns", "timeout=" + "9" + "h"
    })
    void limits_and_times_of_any_size_are_taken(String parameter) throws Exception {
        assertThat(server.client().get(PODS + "?" + parameter).code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-08")
    void a_timeout_of_a_thousand_parts_is_read() throws Exception {
        assertThat(server.client().get(PODS + "?timeout=" + "1s".repeat(3000)).code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-78")
    void a_watch_may_ask_for_the_longest_time() throws Exception {
        try (TestClient.Stream watch = server.client().watch(PODS + "?watch=1&timeoutSeconds=" + LONGEST)) {
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        }
    }

    @ParameterizedTest
    @Spec("AP-72")
    @ValueSource(strings = {LONGEST, "-" + LONGEST, "9223372036854775808", "1e400", "1.5", "\"7\"", "{}", "null"})
    void a_continue_token_with_any_version_gets_a_status(String version) throws Exception {
        String token = "{\"v\":\"meta.k8s.io/v1\",\"rv\":" + version + ",\"start\":\"/a\\u0000\"}";
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(token.getBytes(StandardCharsets.UTF_8));

        TestClient.Answer answer = server.client().get(PODS + "?limit=1&continue=" + encoded);

        assertThat(answer.code()).as(answer.text()).isIn(200, 400, 504);
        assertThat(answer.body().path("kind").asString("")).isIn("PodList", "Status");
    }

    @ParameterizedTest
    @Spec("AP-38")
    @ValueSource(strings = {LONGEST, "1e999999999", "-1e-999999999", "1.5", "123456789012345678901234567890"})
    void numbers_in_objects_of_any_size_break_nothing(String number) throws Exception {
        String deployments = "/apis/apps/v1/namespaces/default/deployments";
        String body = TestObjects.deployment("d")
                .replace("\"spec\":{\"selector\"", "\"spec\":{\"replicas\":" + number + ",\"selector\"")
                .replace("\"metadata\":{\"name\":\"d\"", "\"metadata\":{\"generation\":" + number + ",\"name\":\"d\"");

        TestClient.Answer answer = server.client().post(deployments, body);

        assertThat(answer.code()).as(answer.text()).isIn(201, 400, 422);
        for (String accept : new String[] {"application/json", "application/json;as=Table;v=v1;g=meta.k8s.io"}) {
            assertThat(server.client().get(deployments, "Accept", accept).code()).isEqualTo(200);
        }
    }
}
