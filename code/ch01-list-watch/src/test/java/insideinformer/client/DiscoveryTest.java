package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.testing.Spec;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiscoveryTest {

    private static final String ALL_VERBS = "[\"create\",\"delete\",\"get\",\"list\",\"watch\"]";

    private final Map<String, String> documents = new HashMap<>();
    private ScriptedServer server;
    private RestClient client;

    @BeforeEach
    void serve() throws IOException {
        documents.put("/api", "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}");
        documents.put("/apis", groups(group("apps", "v1", "v1"), group("toys.example", "v1", "v2", "v1")));
        documents.put("/api/v1", resources(
                "{\"name\":\"pods\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":" + ALL_VERBS + "}",
                "{\"name\":\"pods/status\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\"]}",
                "{\"name\":\"namespaces\",\"namespaced\":false,\"kind\":\"Namespace\",\"verbs\":" + ALL_VERBS + "}"));
        documents.put("/apis/apps/v1", resources(
                "{\"name\":\"deployments\",\"namespaced\":true,\"kind\":\"Deployment\",\"verbs\":[\"list\"]}"));
        documents.put("/apis/toys.example/v2", resources(
                "{\"name\":\"widgets\",\"namespaced\":true,\"kind\":\"Widget\",\"verbs\":[\"get\"]}",
                "{\"name\":\"gadgets\",\"namespaced\":true,\"kind\":\"Gadget\",\"verbs\":[\"get\"]}"));
        documents.put("/apis/toys.example/v1", resources(
                "{\"name\":\"widgets\",\"namespaced\":true,\"kind\":\"Widget\",\"verbs\":[\"get\",\"list\"]}"));
        server = new ScriptedServer(exchange -> {
            String document = documents.get(exchange.request.target());
            if (document == null) {
                exchange.answer(404, "text/plain", "404 page not found\n");
            } else if (document.isEmpty()) {
                exchange.answer(503, "text/plain", "service unavailable\n");
            } else {
                exchange.json(200, document);
            }
        });
        client = new RestClient(server.uri());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    @Test
    @Spec({"AP-100", "AP-101"})
    void each_kind_is_found_once_in_the_version_that_its_group_prefers() throws Exception {
        assertThat(client.serverPreferredResources(Context.background())).containsExactlyInAnyOrder(
                found("", "v1", "pods", "Pod", true, "create", "delete", "get", "list", "watch"),
                found("", "v1", "namespaces", "Namespace", false, "create", "delete", "get", "list", "watch"),
                found("apps", "v1", "deployments", "Deployment", true, "list"),
                found("toys.example", "v1", "widgets", "Widget", true, "get", "list"),
                found("toys.example", "v2", "gadgets", "Gadget", true, "get"));
    }

    @Test
    void kinds_in_namespaces_are_those_that_say_so() throws Exception {
        assertThat(client.serverPreferredNamespacedResources(Context.background()))
                .extracting(DiscoveredResource::kind)
                .containsExactlyInAnyOrder("Pod", "Deployment", "Widget", "Gadget");
    }

    @Test
    @Spec("AP-103")
    void a_group_that_cannot_be_read_leaves_the_others() {
        documents.put("/apis/apps/v1", "");

        assertThatThrownBy(() -> client.serverPreferredNamespacedResources(Context.background()))
                .isInstanceOfSatisfying(PartialDiscoveryException.class, e -> {
                    assertThat(e.failures()).containsOnlyKeys("apps/v1");
                    assertThat(e.failures().get("apps/v1")).isInstanceOf(ApiException.class);
                    assertThat(e.found()).extracting(DiscoveredResource::kind)
                            .containsExactlyInAnyOrder("Pod", "Widget", "Gadget");
                });
    }

    @Test
    void a_group_whose_answer_is_of_another_shape_leaves_the_others() {
        documents.put("/apis/apps/v1", resources("{\"name\":{},\"kind\":\"Deployment\"}"));

        assertThatThrownBy(() -> client.serverPreferredResources(Context.background()))
                .isInstanceOfSatisfying(PartialDiscoveryException.class, e -> {
                    assertThat(e.failures()).containsOnlyKeys("apps/v1");
                    assertThat(e.found()).extracting(DiscoveredResource::kind).contains("Pod", "Widget");
                });
    }

    @Test
    @Spec("AP-103")
    void a_server_without_the_core_group_is_tolerated() throws Exception {
        documents.remove("/api");

        assertThat(client.serverPreferredResources(Context.background()))
                .extracting(DiscoveredResource::kind).containsExactlyInAnyOrder("Deployment", "Widget", "Gadget");
    }

    @Test
    @Spec("AP-103")
    void a_server_that_cannot_list_its_groups_is_a_failure() {
        documents.put("/apis", "");

        assertThatThrownBy(() -> client.serverPreferredResources(Context.background()))
                .isInstanceOf(ApiException.class);
    }

    private static DiscoveredResource found(
            String group, String version, String name, String kind, boolean namespaced, String... verbs) {
        return new DiscoveredResource(new GroupVersionResource(group, version, name), kind, namespaced, Set.of(verbs));
    }

    private static String groups(String... groups) {
        return "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[" + String.join(",", groups) + "]}";
    }

    private static String group(String name, String preferred, String... versions) {
        List<String> all = List.of(versions).stream()
                .map(v -> "{\"groupVersion\":\"%s/%s\",\"version\":\"%s\"}".formatted(name, v, v)).toList();
        return "{\"name\":\"%s\",\"versions\":[%s],\"preferredVersion\":{\"version\":\"%s\"}}"
                .formatted(name, String.join(",", all), preferred);
    }

    private static String resources(String... resources) {
        return "{\"kind\":\"APIResourceList\",\"resources\":[" + String.join(",", resources) + "]}";
    }
}
