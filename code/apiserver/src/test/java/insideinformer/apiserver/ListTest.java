package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.faults.LastingFault;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Which state a list shows, which of its objects, and how many at once. */
class ListTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final FakeClock clock = new FakeClock();

    @RegisterExtension
    final TestServer server = new TestServer(builder -> builder.clock(clock));

    @Test
    @Spec("AP-70")
    void an_empty_list_has_items_and_items_have_no_kind() throws Exception {
        assertThat(server.client().get(MAPS).text()).contains("\"items\":[]");
        create("a");

        TestClient.Answer list = server.client().get(MAPS);

        assertThat(list.body().path("kind").asString()).isEqualTo("ConfigMapList");
        assertThat(list.body().path("apiVersion").asString()).isEqualTo("v1");
        assertThat(list.body().at("/items/0").has("kind")).isFalse();
        assertThat(list.body().at("/items/0").has("apiVersion")).isFalse();
        assertThat(list.body().path("metadata").has("continue")).isFalse();
    }

    @Test
    @Spec("AP-70")
    void namespaces_are_ordered_by_the_whole_key() throws Exception {
        for (String namespace : List.of("a", "a-b")) {
            server.client().post("/api/v1/namespaces", TestObjects.namespace(namespace));
            server.client().post("/api/v1/namespaces/" + namespace + "/configmaps", TestObjects.map("m"));
        }

        assertThat(server.client().get("/api/v1/configmaps").body().path("items").valueStream()
                .map(o -> o.at("/metadata/namespace").asString()).toList()).containsExactly("a-b", "a");
        assertThat(names(server.client().get("/api/v1/namespaces/nosuch/configmaps"))).isEmpty();
    }

    @Test
    @Spec("AP-64")
    void a_lists_version_is_the_servers_and_its_items_keep_theirs() throws Exception {
        String item = create("a");
        server.client().post("/api/v1/namespaces/kube-system/configmaps", TestObjects.map("b"));

        TestClient.Answer list = server.client().get(MAPS);

        assertThat(list.version()).isEqualTo(Long.toString(server.store().revision()));
        assertThat(Long.parseLong(list.version())).isGreaterThan(Long.parseLong(item));
        assertThat(list.body().at("/items/0/metadata/resourceVersion").asString()).isEqualTo(item);
    }

    @ParameterizedTest
    @Spec("AP-65")
    @CsvSource(nullValues = "-", value = {
        // version, match,        limit, items, is the state that of the version?
        "-,         -,            -,     4,     false",
        "-,         -,            2,     2,     false",
        "0,         -,            -,     4,     false",
        "0,         -,            2,     4,     false",
        "0,         NotOlderThan, 2,     4,     false",
        "N,         -,            -,     4,     false",
        "N,         NotOlderThan, -,     4,     false",
        "N,         NotOlderThan, 2,     2,     false",
        "N,         Exact,        -,     3,     true",
        "N,         Exact,        2,     2,     true",
        "N,         -,            2,     2,     true"
    })
    void version_match_and_limit_choose_the_state(String version, String match, String limit, int items, boolean old)
            throws Exception {
        create("a");
        create("b");
        create("c");
        String n = Long.toString(server.store().revision());
        create("d");
        String now = Long.toString(server.store().revision());
        String query = "?x=1" + (version == null ? "" : "&resourceVersion=" + version.replace("N", n))
                + (match == null ? "" : "&resourceVersionMatch=" + match) + (limit == null ? "" : "&limit=" + limit);

        TestClient.Answer list = server.client().get(MAPS + query);

        assertThat(list.body().path("items")).hasSize(items);
        assertThat(list.version()).isEqualTo(old ? n : now);
    }

    @Test
    @Spec("AP-65")
    void a_server_can_be_told_to_page_also_at_version_zero() throws Exception {
        create("a");
        create("b");
        try (LastingFault pages = server.server().faults().pagesAtRevisionZero()) {
            assertThat(server.client().get(MAPS + "?resourceVersion=0&limit=1").body().path("items")).hasSize(1);
        }
    }

    @ParameterizedTest
    @Spec({"AP-41", "AP-66", "AP-32"})
    @ValueSource(strings = {"?resourceVersion=9999999", "?resourceVersion=9999999&resourceVersionMatch=Exact",
        "/a?resourceVersion=9999999"})
    void a_version_that_is_too_new_is_waited_for_and_then_refused(String what) throws Exception {
        create("a");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestClient.Answer> waiting = threads.submit(() -> server.client().get(MAPS + what));
            clock.awaitWaiters(1);
            clock.step(Duration.ofMillis(2_999));
            assertThat(clock.hasWaiters()).isTrue();
            clock.step(Duration.ofMillis(1));

            TestClient.Answer answer = waiting.get();

            assertThat(answer.code()).isEqualTo(504);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.text().strip()).isEqualTo("""
                    {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                    "message":"Timeout: Too large resource version: 9999999, current: NOW","reason":"Timeout",\
                    "details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],\
                    "retryAfterSeconds":1},"code":504}""".replace("NOW", Long.toString(server.store().revision())));
        }
    }

    @Test
    @Spec({"AP-41", "AP-122"})
    void what_is_waited_for_may_come_in_time() throws Exception {
        long next = server.store().revision() + 1;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestClient.Answer> waiting = threads.submit(() -> server.client().get(
                    MAPS + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + next));
            clock.awaitWaiters(1);

            create("a");

            assertThat(names(waiting.get())).containsExactly("a");
        }
    }

    @Test
    @Spec("AP-67")
    void an_exact_version_that_is_gone_is_expired() throws Exception {
        create("a");
        String old = Long.toString(server.store().revision());
        create("b");
        server.server().faults().compact();

        for (String query : List.of("&resourceVersionMatch=Exact", "&limit=2")) {
            assertThat(server.client().get(MAPS + "?resourceVersion=" + old + query).text().strip()).isEqualTo("""
                    {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                    "message":"The resourceVersion for the provided list is too old.","reason":"Expired","code":410}""");
        }
        assertThat(server.client().get(MAPS + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + old).code())
                .isEqualTo(200);
    }

    @Test
    @Spec("AP-68")
    void a_version_that_is_no_number_is_refused_in_different_ways() throws Exception {
        create("a");
        String why = "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax";

        TestClient.Answer list = server.client().get(MAPS + "?resourceVersion=abc");
        TestClient.Answer get = server.client().get(MAPS + "/a?resourceVersion=abc");
        TestClient.Answer watch = server.client().get(MAPS + "?watch=1&resourceVersion=abc");

        assertThat(list.code()).isEqualTo(400);
        assertThat(list.message()).isEqualTo("invalid resource version: " + why);
        for (TestClient.Answer answer : List.of(get, watch)) {
            assertThat(answer.code()).isEqualTo(500);
            assertThat(answer.message()).isEqualTo(why);
            assertThat(answer.body().has("reason")).isFalse();
        }
    }

    @ParameterizedTest
    @Spec("AP-69")
    @CsvSource(delimiter = '|', value = {
        "resourceVersionMatch=Exact                                        | resourceVersionMatch | FieldValueForbidden",
        "resourceVersionMatch=NotOlderThan                                 | resourceVersionMatch | FieldValueForbidden",
        "resourceVersion=5&resourceVersionMatch=Nonsense                   | resourceVersionMatch | FieldValueNotSupported",
        "resourceVersion=0&resourceVersionMatch=Exact                      | resourceVersionMatch | FieldValueForbidden",
        "resourceVersion=0&resourceVersionMatch=NotOlderThan&continue=x    | resourceVersionMatch | FieldValueForbidden",
        "sendInitialEvents=true                                            | sendInitialEvents    | FieldValueForbidden",
        "watch=1&sendInitialEvents=true                                    | resourceVersionMatch | FieldValueForbidden",
        "watch=1&sendInitialEvents=false                                   | resourceVersionMatch | FieldValueForbidden",
        "watch=1&resourceVersion=5&resourceVersionMatch=NotOlderThan       | resourceVersionMatch | FieldValueForbidden",
        "watch=1&sendInitialEvents=true&resourceVersion=5&resourceVersionMatch=Exact | resourceVersionMatch | FieldValueForbidden"
    })
    void combinations_that_make_no_sense_are_invalid(String query, String field, String reason) throws Exception {
        TestClient.Answer answer = server.client().get(MAPS + "?" + query);

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message()).startsWith("ListOptions.meta.k8s.io \"\" is invalid: ");
        assertThat(answer.body().at("/details/group").asString()).isEqualTo("meta.k8s.io");
        assertThat(answer.body().at("/details/kind").asString()).isEqualTo("ListOptions");
        assertThat(answer.body().at("/details/causes/0/field").asString()).isEqualTo(field);
        assertThat(answer.body().at("/details/causes/0/reason").asString()).isEqualTo(reason);
    }

    @Test
    @Spec("AP-71")
    void pages_show_one_state_whatever_happens_meanwhile() throws Exception {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            create(name);
        }
        TestClient.Answer one = server.client().get(MAPS + "?limit=2");
        create("f");
        server.client().delete(MAPS + "/d");
        TestClient.Answer two = server.client().get(MAPS + "?limit=2&continue=" + token(one));
        TestClient.Answer three = server.client().get(MAPS + "?limit=2&continue=" + token(two));

        assertThat(List.of(names(one), names(two), names(three)))
                .containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
        assertThat(List.of(one.version(), two.version(), three.version())).containsOnly(one.version());
        assertThat(one.body().at("/metadata/remainingItemCount").asInt()).isEqualTo(3);
        assertThat(two.body().at("/metadata/remainingItemCount").asInt()).isEqualTo(1);
        assertThat(three.body().path("metadata").has("remainingItemCount")).isFalse();
        assertThat(three.body().path("metadata").has("continue")).isFalse();
    }

    @Test
    @Spec("AP-71")
    void selectors_take_the_count_away_and_a_negative_limit_is_none() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            server.client().post(MAPS, TestObjects.map(name, "{}", "{\"labels\":{\"app\":\"web\"}}"));
        }

        TestClient.Answer selected = server.client().get(MAPS + "?limit=1&labelSelector=app%3Dweb");

        assertThat(token(selected)).isNotEmpty();
        assertThat(selected.body().path("metadata").has("remainingItemCount")).isFalse();
        assertThat(names(server.client().get(MAPS + "?limit=-1"))).hasSize(3);
        assertThat(server.client().get(MAPS + "?limit=abc").message())
                .isEqualTo("strconv.ParseInt: parsing \"abc\": invalid syntax");
    }

    @Test
    @Spec("AP-71")
    void pages_over_all_namespaces_go_on_where_they_stopped() throws Exception {
        for (String namespace : List.of("a", "a-b")) {
            server.client().post("/api/v1/namespaces", TestObjects.namespace(namespace));
            server.client().post("/api/v1/namespaces/" + namespace + "/configmaps", TestObjects.map("m"));
            server.client().post("/api/v1/namespaces/" + namespace + "/configmaps", TestObjects.map("n"));
        }
        StringBuilder all = new StringBuilder();
        String token = "";
        do {
            TestClient.Answer page = server.client().get("/api/v1/configmaps?limit=1&continue=" + token);
            all.append(page.body().at("/items/0/metadata/namespace").asString())
                    .append('/').append(names(page).get(0)).append(' ');
            token = token(page);
        } while (!token.isEmpty());

        assertThat(all.toString()).isEqualTo("a-b/m a-b/n a/m a/n ");
    }

    @ParameterizedTest
    @Spec("AP-72")
    @CsvSource(delimiter = '|', value = {
        "{\"v\":\"meta.k8s.io/v9\",\"rv\":5,\"start\":\"x\\u0000\"}    | continue key is not valid: server does not recognize this encoded version meta.k8s.io/v9",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":0,\"start\":\"x\\u0000\"}    | incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":5,\"start\":\"\"}            | continue key is not valid: encoded start key empty (version meta.k8s.io/v1)",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":5,\"start\":\"/../x\\u0000\"}| continue key is not valid: "
    })
    void a_token_that_was_tampered_with_is_refused(String json, String why) throws Exception {
        String token = Base64.getUrlEncoder().withoutPadding()
                .encodeToString(json.strip().getBytes(StandardCharsets.UTF_8));

        TestClient.Answer answer = server.client().get(MAPS + "?continue=" + token);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).startsWith("invalid continue token: " + why);
    }

    @Test
    @Spec("AP-72")
    void a_token_that_is_no_base64_or_no_JSON_is_refused() throws Exception {
        assertThat(server.client().get(MAPS + "?continue=%25%25").message())
                .isEqualTo("invalid continue token: continue key is not valid: illegal base64 data at input byte 0");
        assertThat(server.client().get(MAPS + "?continue=eA").code()).isEqualTo(400);
    }

    @Test
    @Spec("AP-72")
    void a_token_is_what_upstream_makes() throws Exception {
        create("p1");
        create("p2");
        create("p3");

        TestClient.Answer page = server.client().get(MAPS + "?limit=2");

        String json = new String(Base64.getUrlDecoder().decode(token(page)), StandardCharsets.UTF_8);
        assertThat(json).isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":" + page.version() + ",\"start\":\"/p2\\u0000\"}");
        assertThat(token(page)).doesNotContain("=");
    }

    @Test
    @Spec("AP-73")
    void a_token_goes_with_no_version_but_zero() throws Exception {
        create("a");
        create("b");
        create("c");
        String token = token(server.client().get(MAPS + "?limit=1"));

        assertThat(server.client().get(MAPS + "?limit=1&resourceVersion=5&continue=" + token).message())
                .isEqualTo("specifying resource version is not allowed when using continue");
        assertThat(names(server.client().get(MAPS + "?limit=1&resourceVersion=0&continue=" + token)))
                .containsExactly("b", "c"); // and at zero there are no pages
    }

    @Test
    @Spec("AP-74")
    void an_expired_token_comes_with_one_that_goes_on_in_the_present() throws Exception {
        for (String name : List.of("a", "c", "e", "g")) {
            create(name);
        }
        TestClient.Answer one = server.client().get(MAPS + "?limit=1");
        create("b");
        create("aa");
        server.server().faults().compact();

        TestClient.Answer expired = server.client().get(MAPS + "?limit=2&continue=" + token(one));

        assertThat(expired.code()).isEqualTo(410);
        assertThat(expired.reason()).isEqualTo("Expired");
        assertThat(expired.body().has("details")).isFalse();
        String json = new String(Base64.getUrlDecoder().decode(token(expired)), StandardCharsets.UTF_8);
        assertThat(json).isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"a\\u0000\"}");

        TestClient.Answer two = server.client().get(MAPS + "?limit=2&continue=" + token(expired));
        create("z");
        TestClient.Answer three = server.client().get(MAPS + "?limit=9&continue=" + token(two));

        assertThat(names(two)).containsExactly("aa", "b");
        assertThat(Long.parseLong(two.version())).isGreaterThan(Long.parseLong(one.version()));
        assertThat(names(three)).containsExactly("c", "e", "g");
        assertThat(three.version()).isEqualTo(two.version());
    }

    @ParameterizedTest
    @Spec("AP-75")
    @CsvSource(delimiter = '|', value = {
        "n%3D3                      | 3",
        "n%3D%3D3                   | 3",
        "n!%3D3                     | 1,2,4,5,none",
        "n+in+(1,2)                 | 1,2",
        "n+notin+(1,2,3)            | 4,5,none",
        "n                          | 1,2,3,4,5",
        "!n                         | none",
        "n%3E3                      | 4,5",
        "n%3C2                      | 1",
        "n%3E1,n%3C4,app%3Dweb      | 2,3",
        "app%3D                     | none"
    })
    void label_selectors_choose(String selector, String expected) throws Exception {
        for (int i = 1; i <= 5; i++) {
            server.client().post(MAPS,
                    TestObjects.map(Integer.toString(i), "{}", "{\"labels\":{\"app\":\"web\",\"n\":\"" + i + "\"}}"));
        }
        server.client().post(MAPS, TestObjects.map("none", "{}", "{\"labels\":{\"app\":\"\"}}"));

        assertThat(String.join(",", names(server.client().get(MAPS + "?labelSelector=" + selector))))
                .isEqualTo(expected);
    }

    @Test
    @Spec({"AP-75", "AP-76"})
    void selectors_that_cannot_be_read_are_bad_requests() throws Exception {
        for (String watch : List.of("", "&watch=1")) {
            assertThat(server.client().get(PODS + "?labelSelector=a+in+" + watch).message())
                    .isEqualTo("unable to parse requirement: found '' expected: '('");
            assertThat(server.client().get(PODS + "?fieldSelector=spec.x%3D1" + watch).message())
                    .isEqualTo("field label not supported: spec.x");
            assertThat(server.client().get(MAPS + "?fieldSelector=spec.x%3D1" + watch).message()).isEqualTo(
                    "\"spec.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
        }
        TestClient.Answer malformed = server.client().get(PODS + "?fieldSelector=metadata.name");
        assertThat(malformed.code()).isEqualTo(400);
        assertThat(malformed.message())
                .isEqualTo("invalid selector: 'metadata.name'; can't understand 'metadata.name'");
    }

    @ParameterizedTest
    @Spec("AP-76")
    @CsvSource(delimiter = '|', value = {
        "spec.nodeName%3Dn1                              | on-n1",
        "spec.nodeName%3D                                | pending",
        "spec.nodeName!%3D                               | on-n1",
        "status.phase%3DPending,spec.nodeName%3D         | pending",
        "metadata.name%3Dpending                         | pending",
        "metadata.namespace%3Dother                      | ''",
        "%3D                                             | on-n1,pending"
    })
    void field_selectors_choose(String selector, String expected) throws Exception {
        server.client().post(PODS, TestObjects.pod("pending"));
        server.client().post(PODS, TestObjects.podOnNode("on-n1", "n1"));

        assertThat(String.join(",", names(server.client().get(PODS + "?fieldSelector=" + selector))))
                .isEqualTo(expected);
    }

    @Test
    @Spec("AP-76")
    void kinds_have_fields_of_their_own() throws Exception {
        server.client().post("/api/v1/namespaces/default/events", """
                {"metadata":{"name":"e"},"involvedObject":{"kind":"Pod","name":"cart"},"reason":"Killing","type":"Normal"}""");
        server.client().post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");

        assertThat(names(server.client().get("/api/v1/events?fieldSelector=involvedObject.name%3Dcart,type%3DNormal")))
                .containsExactly("e");
        assertThat(names(server.client().get("/api/v1/events?fieldSelector=involvedObject.kind%3DNode"))).isEmpty();
        assertThat(names(server.client().get("/api/v1/secrets?fieldSelector=type%3DOpaque"))).containsExactly("s");
        assertThat(names(server.client().get("/api/v1/namespaces?fieldSelector=status.phase%3DTerminating"))).isEmpty();
    }

    private String create(String name) throws Exception {
        TestClient.Answer answer = server.client().post(MAPS, TestObjects.map(name));
        assertThat(answer.code()).isEqualTo(201);
        return answer.version();
    }

    private static List<String> names(TestClient.Answer list) {
        return list.body().path("items").valueStream().map(o -> o.at("/metadata/name").asString()).toList();
    }

    private static String token(TestClient.Answer list) {
        JsonNode token = list.body().at("/metadata/continue");
        return token.asString("");
    }
}
