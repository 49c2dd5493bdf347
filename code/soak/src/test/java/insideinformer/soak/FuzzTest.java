package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.AdmissionAttributes;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.json.Json;
import insideinformer.testing.Spec;
import insideinformer.wait.Clock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Random requests against a server that has no fault switched on, and against faulty ones. */
class FuzzTest {

    private static final long SEED = 4711;
    private static final int REQUESTS = 20_000;

    @Test
    @Spec(value = "AP-20", part = "every refusal is a Status whose code is that of HTTP; details are not looked at")
    @Spec(value = "AP-123", part = "a client that closes its connection leaves no watch and no thread behind")
    @Timeout(300)
    void no_request_makes_the_server_fail_hang_leak_or_lie() throws Exception {
        FuzzReport report = new Fuzzer(SEED, Clock.system()).run(REQUESTS, (failed, number) -> {});

        assertThat(report.isGood()).as(report.toString()).isTrue();
        assertThat(report.requests()).isEqualTo(REQUESTS);
        // and the requests were not harmless
        assertThat(report.tally().under("code ").keySet())
                .contains("200", "201", "400", "404", "405", "406", "409", "414", "415", "422", "431", "500", "504");
        assertThat(report.tally().under("message ")).hasSizeGreaterThan(300);
        assertThat(report.tally().of("read back")).isGreaterThan(300);
        assertThat(report.tally().of("sweep")).isGreaterThan(REQUESTS / 1000);
    }

    @Test
    @Timeout(300)
    void a_server_that_fails_is_found() throws Exception {
        FuzzReport report = new Fuzzer(1, Clock.system(), attributes -> {
            if (attributes.kind().kind().equals("Pod")) {
                throw new IllegalStateException("planted");
            }
        }).run(1000, (failed, number) -> {});

        assertThat(report.isGood()).isFalse();
        assertThat(report.toString()).contains("it answers 500 Internal error occurred: planted", "--- request\nPOST ");
    }

    @Test
    @Timeout(300)
    void a_refusal_that_has_changed_something_is_found() throws Exception {
        FuzzReport report = new Fuzzer(1, Clock.system(), new Admission() {
            private ObjectStore store;

            @Override
            public void start(ObjectStore newStore) {
                store = newStore;
            }

            @Override
            public void admit(AdmissionAttributes attributes) throws insideinformer.api.ApiException {
                if (attributes.operation() == AdmissionAttributes.Operation.CREATE
                        && attributes.kind().kind().equals("ConfigMap")) {
                    ObjectNode trace = Json.MAPPER.createObjectNode();
                    trace.putObject("metadata").put("name", "trace-" + store.revision());
                    store.create(new GroupResource("", "nodes"), trace);
                    throw Errors.forbidden(new GroupResource("", "configmaps"), "a", "planted");
                }
            }
        }).run(3000, (failed, number) -> {});

        assertThat(report.toString()).contains("a request that was refused or only read has changed something");
    }

    @Test
    @Timeout(300)
    void a_stored_state_that_changes_in_its_place_is_found() throws Exception {
        FuzzReport report = new Fuzzer(1, Clock.system(), new Admission() {
            private ObjectStore store;

            @Override
            public void start(ObjectStore newStore) {
                store = newStore;
            }

            @Override
            public void admit(AdmissionAttributes attributes) {
                GroupResource namespaces = new GroupResource("", "namespaces");
                store.list(namespaces, "").items().forEach(namespace -> namespace.put("note", store.revision()));
            }
        }).run(3000, (failed, number) -> {});

        assertThat(report.toString()).contains("a stored state was changed: ");
    }

    @Test
    void asked_wrongly_it_says_how_to_ask() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = FuzzMain.run(System.out, new PrintStream(err, true, StandardCharsets.UTF_8), "many");

        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("N=100000 SEED=1");
    }
}
