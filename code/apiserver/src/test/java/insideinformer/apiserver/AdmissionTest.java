package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.AdmissionAttributes;
import insideinformer.apiserver.admission.AdmissionAttributes.Operation;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a plugin is asked, and what its answer does. */
class AdmissionTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static final class Plugin implements Admission {

        final List<AdmissionAttributes> asked = new CopyOnWriteArrayList<>();
        final AtomicInteger closed = new AtomicInteger();
        volatile ObjectStore store;

        @Override
        public void start(ObjectStore newStore) {
            store = newStore;
        }

        @Override
        public void admit(AdmissionAttributes attributes) throws ApiException {
            asked.add(attributes);
            if (attributes.name().equals("refused")) {
                throw Errors.forbidden(attributes.resource().groupResource(), attributes.name(), "I say so");
            }
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void it_sees_every_write_before_it_is_stored() throws Exception {
        Plugin plugin = new Plugin();
        try (ApiServer server = ApiServer.builder().admission(plugin).build().start();
                TestClient client = new TestClient(server)) {
            assertThat(plugin.store).isSameAs(server.store());
            plugin.asked.clear(); // the server's own namespaces

            client.post(MAPS + "?dryRun=All", "{\"metadata\":{\"generateName\":\"gen-\"}}");
            client.post(MAPS, TestObjects.map("a"));
            client.put(MAPS + "/a", TestObjects.map("a", "{\"k\":\"v\"}"));
            client.patch("/api/v1/namespaces/default/status", "merge", "{\"status\":{\"x\":\"y\"}}");
            client.delete(MAPS + "/a");

            assertThat(plugin.asked).extracting(AdmissionAttributes::operation).containsExactly(
                    Operation.CREATE, Operation.CREATE, Operation.UPDATE, Operation.UPDATE, Operation.DELETE);
            assertThat(plugin.asked.get(0).dryRun()).isTrue();
            assertThat(plugin.asked.get(0).name()).startsWith("gen-").hasSize(9);
            assertThat(plugin.asked.get(1).oldObject()).isNull();
            assertThat(plugin.asked.get(2).oldObject()).isNotNull();
            assertThat(plugin.asked.get(3).subresource()).isEqualTo("status");
            assertThat(plugin.asked.get(3).namespace()).isEqualTo("default");
            assertThat(plugin.asked.get(4).object()).isNull();
        }
        assertThat(plugin.closed).hasValue(1);
    }

    @Test
    void its_refusal_is_the_answer_and_nothing_is_stored() throws Exception {
        try (ApiServer server = ApiServer.builder().admission(new Plugin()).build().start();
                TestClient client = new TestClient(server)) {
            TestClient.Answer answer = client.post(MAPS, TestObjects.map("refused"));

            assertThat(answer.code()).isEqualTo(403);
            assertThat(answer.message()).isEqualTo("configmaps \"refused\" is forbidden: I say so");
            assertThat(server.store().get(new GroupResource("", "configmaps"), "default", "refused")).isNull();
        }
    }

    @Test
    void what_breaks_the_rules_does_not_reach_it() throws Exception {
        Plugin plugin = new Plugin();
        try (ApiServer server = ApiServer.builder().admission(plugin).build().start();
                TestClient client = new TestClient(server)) {
            plugin.asked.clear();

            client.post(MAPS, TestObjects.map("Bad_Name"));
            client.post("/api/v1/namespaces/nosuch/configmaps", TestObjects.map("a"));
            String deep = "{\"x\":".repeat(450) + "1" + "}".repeat(450);
            client.post("/api/v1/namespaces/default/pods",
                    TestObjects.pod("p").replace("\"spec\":{", "\"spec\":{\"deep\":" + deep + ","));

            assertThat(plugin.asked).isEmpty(); // a quota would charge it
        }
    }
}
