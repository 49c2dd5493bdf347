package insideinformer.quota.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.faults.Failure;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.PartialDiscoveryException;
import insideinformer.client.RestClient;
import insideinformer.testing.Spec;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotableResourcesTest {

    private static final Set<String> ALL = Set.of("create", "delete", "get", "list", "patch", "update", "watch");

    private static DiscoveredResource resource(String group, String plural, boolean namespaced, Set<String> verbs) {
        return new DiscoveredResource(new GroupVersionResource(group, "v1", plural), "Any", namespaced, verbs);
    }

    private static List<String> names(Set<ApiResource<?>> resources) {
        return resources.stream().map(r -> r.gvr().groupResource().toString()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "list", "watch", "delete"})
    @Spec({"RQ-29", "W14"})
    void what_lacks_one_of_the_four_verbs_cannot_be_counted(String verb) throws Exception {
        Set<String> verbs = new java.util.HashSet<>(ALL);
        verbs.remove(verb);

        QuotableResources found = QuotableResources.getQuotableResources(Context.background(), context -> List.of(
                resource("", "pods", true, ALL), resource("example.com", "widgets", true, verbs)));

        assertThat(names(found.resources())).containsExactly("pods");
        assertThat(found.failure()).isEmpty();
    }

    @Test
    @Spec("RQ-29")
    void what_does_not_live_in_a_namespace_is_left_out() throws Exception {
        QuotableResources found = QuotableResources.getQuotableResources(Context.background(), context -> List.of(
                resource("", "nodes", false, ALL), resource("apps", "deployments", true, ALL)));

        assertThat(names(found.resources())).containsExactly("deployments.apps");
    }

    @Test
    @Spec("RQ-29")
    void kinds_whose_evaluator_looks_inside_come_with_their_type() throws Exception {
        QuotableResources found = QuotableResources.getQuotableResources(Context.background(), context -> List.of(
                resource("", "pods", true, ALL), resource("example.com", "pods", true, ALL)));

        assertThat(found.resources()).contains(ApiResource.PODS)
                .contains(ApiResource.unstructured(new GroupVersionResource("example.com", "v1", "pods"), "Any", true));
    }

    @Test
    @Spec({"RQ-30", "W14"})
    void a_failure_that_found_nothing_is_a_failure() {
        assertThatThrownBy(() -> QuotableResources.getQuotableResources(Context.background(), context -> {
            throw new IOException("connection refused");
        })).isInstanceOf(IOException.class).hasMessage("failed to discover resources: connection refused");

        assertThatThrownBy(() -> QuotableResources.getQuotableResources(Context.background(), context -> {
            throw new PartialDiscoveryException(List.of(), Map.of("apps/v1", new IOException("503")));
        })).isInstanceOf(IOException.class).hasMessageStartingWith("failed to discover resources: ");
    }

    @Test
    @Spec("RQ-30")
    void a_failure_that_found_something_comes_with_what_it_found() throws Exception {
        QuotableResources found = QuotableResources.getQuotableResources(Context.background(), context -> {
            throw new PartialDiscoveryException(
                    List.of(resource("", "pods", true, ALL)), Map.of("apps/v1", new IOException("503")));
        });

        assertThat(names(found.resources())).containsExactly("pods");
        assertThat(found.failure().orElseThrow().failures()).containsOnlyKeys("apps/v1");
    }

    @Test
    @Spec({"RQ-30", "RQ-32"})
    void a_failure_that_found_nothing_to_count_comes_with_nothing_and_keeps_all_that_is_known() throws Exception {
        QuotableResources found = QuotableResources.getQuotableResources(Context.background(), context -> {
            throw new PartialDiscoveryException(
                    List.of(resource("", "bindings", true, Set.of("create"))),
                    Map.of("apps/v1", new IOException("503")));
        });
        Set<ApiResource<?>> known =
                QuotableResources.getQuotableResources(Context.background(), context -> List.of(resource("", "pods", true, ALL))).resources();

        assertThat(found.resources()).isEmpty();
        assertThat(found.failure()).isPresent();
        assertThat(found.resourcesKeeping(known)).isEqualTo(known);
    }

    @Test
    @Spec("RQ-33")
    void only_what_is_known_of_failed_groups_is_kept() throws Exception {
        Set<ApiResource<?>> known = QuotableResources.getQuotableResources(Context.background(), context -> List.of(
                resource("", "pods", true, ALL), resource("", "secrets", true, ALL),
                resource("apps", "deployments", true, ALL))).resources();

        QuotableResources found = QuotableResources.getQuotableResources(Context.background(), context -> {
            throw new PartialDiscoveryException(
                    List.of(resource("", "pods", true, ALL)), Map.of("apps/v1", new IOException("503")));
        });

        assertThat(names(found.resourcesKeeping(known))).containsExactly("pods", "deployments.apps");
    }

    @Test
    @Spec({"RQ-29", "W14"})
    void a_server_is_asked_for_all_that_it_serves() throws Exception {
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient client = new RestClient(server.uri())) {
            QuotableResources found = QuotableResources.getQuotableResources(
                    Context.background(), client::serverPreferredNamespacedResources);

            assertThat(names(found.resources()))
                    .contains("pods", "services", "resourcequotas", "deployments.apps", "jobs.batch",
                            "leases.coordination.k8s.io")
                    .doesNotContain("namespaces", "nodes");
        }
    }

    @Test
    @Spec({"RQ-30", "RQ-33"})
    void a_group_that_a_server_cannot_read_is_missing_and_named() throws Exception {
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient client = new RestClient(server.uri())) {
            server.faults().fail(request -> request.path().equals("/apis/apps/v1"), Failure.status(503,
                    "ServiceUnavailable", "down"));

            QuotableResources found = QuotableResources.getQuotableResources(
                    Context.background(), client::serverPreferredNamespacedResources);

            assertThat(names(found.resources())).contains("pods").doesNotContain("deployments.apps");
            assertThat(found.failure().orElseThrow().failures()).containsOnlyKeys("apps/v1");
        }
    }
}
