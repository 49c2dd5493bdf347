package insideinformer.apiserver;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A new server for each test, and a client of it; both are closed after the test. */
final class TestServer implements BeforeEachCallback, AfterEachCallback {

    private final UnaryOperator<ApiServer.Builder> settings;
    private ApiServer server;
    private TestClient client;

    TestServer() {
        this(builder -> builder);
    }

    TestServer(UnaryOperator<ApiServer.Builder> settings) {
        this.settings = settings;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        server = settings.apply(ApiServer.builder()).build().start();
        client = new TestClient(server);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        client.close();
        server.close();
    }

    ApiServer server() {
        return server;
    }

    ObjectStore store() {
        return server.store();
    }

    TestClient client() {
        return client;
    }
}
