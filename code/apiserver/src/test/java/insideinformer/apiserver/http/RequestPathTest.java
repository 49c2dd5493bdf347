package insideinformer.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTest {

    @ParameterizedTest
    @Spec("AP-01")
    @CsvSource(nullValues = "-", value = {
        "/api/v1/pods,                                     -,    v1, -,   pods,        -,  -",
        "/api/v1/namespaces,                               -,    v1, -,   namespaces,  -,  -",
        "/api/v1/namespaces/a,                             -,    v1, a,   namespaces,  a,  -",
        "/api/v1/namespaces/a/status,                      -,    v1, a,   namespaces,  a,  status",
        "/api/v1/namespaces/a/finalize,                    -,    v1, a,   namespaces,  a,  finalize",
        "/api/v1/namespaces/a/pods,                        -,    v1, a,   pods,        -,  -",
        "/api/v1/namespaces/a/pods/p,                      -,    v1, a,   pods,        p,  -",
        "/api/v1/namespaces/a/pods/p/status,               -,    v1, a,   pods,        p,  status",
        "/api/v1/nodes/n,                                  -,    v1, -,   nodes,       n,  -",
        "/apis/apps/v1/deployments,                        apps, v1, -,   deployments, -,  -",
        "/apis/apps/v1/namespaces/a/deployments/d,         apps, v1, a,   deployments, d,  -",
        "/apis/apps/v1/namespaces/a/deployments/d/status,  apps, v1, a,   deployments, d,  status",
        "/apis/g.example/v1beta1/namespaces/a/finalize,    g.example, v1beta1, a, namespaces, a, finalize",
        "/api/v1/namespaces/a/pods/p%2Fq/,                 -,    v1, a,   pods,        p/q, -"
    })
    void a_path_says_what_it_addresses(
            String path, String group, String version, String namespace, String resource, String name,
                    String subresource) {
        assertThat(RequestPath.parse(path)).hasValue(new RequestPath(
                orEmpty(group), version, orEmpty(namespace), resource, orEmpty(name), orEmpty(subresource), false));
    }

    @ParameterizedTest
    @Spec("AP-04")
    @CsvSource(nullValues = "-", value = {
        "/api/v1/watch/pods,                        -, -, pods,        -",
        "/api/v1/watch/namespaces/a/configmaps,     -, a, configmaps,  -",
        "/api/v1/watch/namespaces/a/configmaps/c,   -, a, configmaps,  c",
        "/apis/apps/v1/watch/deployments,           apps, -, deployments, -"
    })
    void watch_before_the_resource_is_the_old_form_of_a_watch(
            String path, String group, String namespace, String resource, String name) {
        assertThat(RequestPath.parse(path)).hasValue(new RequestPath(
                orEmpty(group), "v1", orEmpty(namespace), resource, orEmpty(name), "", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/healthz", "/version",
        "/api/v1/namespaces/a/pods/p/status/more", "/api/v1/watch"})
    void what_addresses_no_resource_is_left_to_others(String path) {
        assertThat(RequestPath.parse(path)).isEmpty();
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
