package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A workload selects the pods that it makes. */
class SelectorTest {

    private static final String MISMATCH = "spec.template.metadata.labels: Invalid value: {\"app\":\"web\"}:"
            + " `selector` does not match template `labels`";

    @RegisterExtension
    final TestServer server = new TestServer();

    @ParameterizedTest
    @Spec("AP-29")
    @CsvSource({
        "apps/v1, Deployment, deployments", "apps/v1, ReplicaSet, replicasets", "apps/v1, StatefulSet, statefulsets",
        "apps/v1, DaemonSet, daemonsets"
    })
    void a_selector_that_does_not_match_the_template_is_refused(String version, String kind, String resource)
            throws Exception {
        String path = "/apis/" + version + "/namespaces/default/" + resource;
        String subject = kind + ".apps \"w\" is invalid: ";

        assertRefused(path, workload(version, kind, "'selector':{'matchLabels':{'app':'other'}},"), subject + MISMATCH);
        assertRefused(path, workload(version, kind,
                "'selector':{'matchExpressions':[{'key':'app','operator':'DoesNotExist'}]},"),
                subject + MISMATCH);
        for (String fits : new String[] {
            "'selector':{'matchLabels':{'app':'web'}},",
            "'selector':{'matchExpressions':[{'key':'app','operator':'In','values':['db','web']},"
                    + "{'key':'tier','operator':'NotIn','values':['x']},{'key':'app','operator':'Exists'}]},"
        }) {
            assertThat(server.client().post(path, workload(version, kind, fits)).code()).isEqualTo(201);
            TestClient.Answer changed = server.client().patch(path + "/w", "merge",
                    "{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"app\":\"new\"}}}}}");
            assertThat(changed.code()).isEqualTo(422);
            assertThat(changed.message()).contains("`selector` does not match template `labels`");
            server.client().delete(path + "/w");
        }
    }

    @ParameterizedTest
    @Spec("AP-29")
    @CsvSource({
        "Deployment, deployments, deployment", "ReplicaSet, replicasets, deployment",
        "StatefulSet, statefulsets, statefulset"
    })
    void a_selector_must_be_there_and_say_something(String kind, String resource, String name) throws Exception {
        String path = "/apis/apps/v1/namespaces/default/" + resource;
        String subject = kind + ".apps \"w\" is invalid: ";

        assertRefused(path, workload("apps/v1",
                kind, ""), subject + "[spec.selector: Required value, " + MISMATCH + "]");
        assertRefused(path, workload("apps/v1", kind, "'selector':{},"),
                subject + "spec.selector: Invalid value: {}: empty selector is invalid for " + name);
    }

    @Test
    @Spec("AP-29")
    void a_daemon_set_without_a_selector_selects_nothing() throws Exception {
        String path = "/apis/apps/v1/namespaces/default/daemonsets";

        assertRefused(path, workload("apps/v1", "DaemonSet", ""), "DaemonSet.apps \"w\" is invalid: " + MISMATCH);
        assertRefused(path, workload("apps/v1", "DaemonSet", "'selector':{},"), "DaemonSet.apps \"w\" is invalid:"
                + " spec.selector: Invalid value: {}: empty selector is invalid for daemonset");
    }

    @ParameterizedTest
    @Spec("AP-29")
    @CsvSource(delimiter = '|', value = {
        "{'key':'app','operator':'In'}                 | spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "{'key':'app','operator':'Exists','values':['x']}| spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        "{'key':'app','operator':'near'}               | spec.selector.matchExpressions[0].operator: Invalid value: \"near\": not a valid selector operator",
        "{'key':'-','operator':'Exists'}               | spec.selector.matchExpressions[0].key: Invalid value: \"-\": name part must consist"
    })
    void an_expression_that_says_nothing_is_refused(String expression, String message) throws Exception {
        String selector = "'selector':{'matchExpressions':[" + expression + "]},";

        TestClient.Answer answer = server.client().post("/apis/apps/v1/namespaces/default/deployments",
                workload("apps/v1", "Deployment", selector));

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message()).contains(message);
    }

    @Test
    @Spec("AP-29")
    void a_replication_controller_takes_its_selector_from_the_template() throws Exception {
        String path = "/api/v1/namespaces/default/replicationcontrollers";

        assertRefused(path, workload("v1", "ReplicationController", "'selector':{'app':'other'},"),
                "ReplicationController \"w\" is invalid: " + MISMATCH);
        assertRefused(path, workload("v1", "ReplicationController", "").replace("\"labels\":{\"app\":\"web\"}",
                "\"name\":\"x\""),
                "ReplicationController \"w\" is invalid: spec.selector: Required value");
        TestClient.Answer answer = server.client().post(path, workload("v1", "ReplicationController", ""));
        assertThat(answer.code()).isEqualTo(201);
        assertThat(answer.body().at("/spec/selector/app").asString("")).isEqualTo("web");
        assertThat(answer.body().at("/metadata/labels/app").asString("")).isEqualTo("web");
    }

    @Test
    @Spec("AP-29")
    void only_a_job_that_selects_by_itself_must_match() throws Exception {
        String path = "/apis/batch/v1/namespaces/default/jobs";

        assertRefused(path, workload("batch/v1", "Job",
                "'manualSelector':true,'selector':{'matchLabels':{'app':'other'}},"),
                "Job.batch \"w\" is invalid: " + MISMATCH);
        assertRefused(path, workload("batch/v1", "Job", "'manualSelector':true,"),
                "Job.batch \"w\" is invalid: [spec.selector: Required value, " + MISMATCH + "]");
        assertThat(server.client().post(path, workload("batch/v1", "Job", "")).code()).isEqualTo(201);
    }

    private void assertRefused(String path, String body, String message) throws Exception {
        TestClient.Answer answer = server.client().post(path, body);

        assertThat(answer.code()).as(answer.text()).isEqualTo(422);
        assertThat(answer.message()).isEqualTo(message);
        assertThat(answer.reason()).isEqualTo("Invalid");
    }

    private static String workload(String version, String kind, String selector) {
        return ("{'apiVersion':'" + version + "','kind':'" + kind + "','metadata':{'name':'w'},'spec':{" + selector
                + "'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'web:1'}]}}}}")
                .replace('\'', '"');
    }
}
