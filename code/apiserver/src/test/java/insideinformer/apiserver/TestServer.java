package insideinformer.apiserver;

import insideinformer.apiserver.store.ObjectStore;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A new server for each test, and a client of it; both are closed after the test. */
public final class TestServer implements BeforeEachCallback, AfterEachCallback {

    private final UnaryOperator<ApiServer.Builder> settings;
    private ApiServer server;
    private TestClient client;

    public TestServer() {
        this(builder -> builder);
    }

    public TestServer(UnaryOperator<ApiServer.Builder> settings) {
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

    public ApiServer server() {
        return server;
    }

    public ObjectStore store() {
        return server.store();
    }

    public TestClient client() {
        return client;
    }
}
