package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.ListOptions;
import insideinformer.json.Json;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.StandardConstants;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class TlsTest {

    private static final String LIST = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[]}";

    private ScriptedServer server;
    private volatile String clientName = "";
    private volatile String askedFor = "";

    @BeforeEach
    void serve() throws Exception {
        server = new ScriptedServer(listener(), "https", exchange -> {
            try {
                clientName = exchange.clientName();
            } catch (SSLException e) {
                clientName = "anonymous";
            }
            exchange.json(200, LIST);
        });
    }

    private SSLServerSocket listener() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(serverKey(), trustInClients(), null);
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SSLParameters parameters = listener.getSSLParameters();
        parameters.setSNIMatchers(List.of(new SNIMatcher(StandardConstants.SNI_HOST_NAME) {
            @Override
            public boolean matches(SNIServerName name) {
                askedFor = new String(name.getEncoded(), StandardCharsets.US_ASCII);
                return true;
            }
        }));
        listener.setSSLParameters(parameters);
        listener.setWantClientAuth(true);
        return listener;
    }

    private static KeyManager[] serverKey() throws Exception {
        byte[] key = Base64.getMimeDecoder().decode(resource("server.key").replaceAll("-----[^-]*-----", ""));
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("server", KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(key)),
                new char[0], new Certificate[] {certificate("server.pem")});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static TrustManager[] trustInClients() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("authority", certificate("ca.pem"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static Certificate certificate(String name) throws Exception {
        try (InputStream in = TlsTest.class.getResourceAsStream(name)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void a_server_is_trusted_if_the_authority_given_has_signed_it() throws Exception {
        list(trusting(resource("ca.pem")));

        assertThat(clientName).isEqualTo("anonymous");
    }

    @Test
    void a_server_that_nobody_trusted_has_signed_is_refused() throws Exception {
        RestConfig stranger = RestConfig.of(server.uri());

        assertThatThrownBy(() -> list(stranger)).isInstanceOf(SSLException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_server_is_not_verified_if_told_so() throws Exception {
        list(RestConfig.of(server.uri()).withInsecureSkipTlsVerify());

        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void a_server_is_reached_through_a_proxy_only_and_expected_to_have_the_name_given(String scheme) throws Exception {
        List<String> tunnels = new CopyOnWriteArrayList<>();
        ScriptedServer.Script script = exchange -> {
            tunnels.add(exchange.request.method() + " " + exchange.request.target() + " "
                    + exchange.request.headers().get("Proxy-Authorization"));
            exchange.tunnel(server.uri().getPort());
        };
        try (ScriptedServer proxy = scheme.equals("http")
                ? new ScriptedServer(script) : new ScriptedServer(listener(), "https", script)) {
            URI uri = URI.create(scheme + "://ada:s3cret@localhost:" + proxy.uri().getPort());

            list(hidden(uri, "localhost"));

            assertThat(askedFor).isEqualTo("localhost");
            assertThat(tunnels).containsExactly("CONNECT hidden.example:6443 Basic YWRhOnMzY3JldA==");
            assertThatThrownBy(() -> list(hidden(uri, "other.example"))).isInstanceOf(SSLException.class);
            assertThat(askedFor).isEqualTo("other.example");
            assertThatThrownBy(() -> list(hidden(uri, null))).isInstanceOf(SSLException.class);
            assertThat(askedFor).isEqualTo("hidden.example");
            assertThat(server.requests()).hasSize(1);
            assertThat(hidden(uri, null).toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void a_proxy_over_tls_that_nobody_trusted_has_signed_is_refused() throws Exception {
        try (ScriptedServer proxy = new ScriptedServer(listener(), "https", exchange -> exchange.json(200, LIST))) {
            RestConfig config = RestConfig.of(URI.create("http://hidden.example")).withProxy(proxy.uri());

            assertThatThrownBy(() -> list(config)).isInstanceOf(SSLException.class);
            assertThat(proxy.requests()).isEmpty();
        }
    }

    private RestConfig hidden(URI proxy, String name) throws IOException {
        return RestConfig.of(URI.create("https://hidden.example:6443")).withCertificateAuthority(resource("ca.pem"))
                .withProxy(proxy).withTlsServerName(name);
    }

    @ParameterizedTest
    @CsvSource({
        "client-rsa.pem, client-rsa.key", "client-rsa.pem, client-rsa-pkcs1.key",
        "client-ec.pem, client-ec.key", "client-ec.pem, client-ec-sec1.key",
    })
    void a_client_shows_its_certificate_whatever_form_its_key_has(String certificate, String key) throws Exception {
        list(trusting(resource("ca.pem")).withClientCertificate(resource(certificate), resource(key)));

        assertThat(clientName).isEqualTo("CN=" + certificate.replace(".pem", ""));
    }

    @Test
    void a_command_gets_the_certificate_that_the_server_demands_and_a_new_one_is_shown_at_once(@TempDir Path folder)
            throws Exception {
        Files.writeString(folder.resolve("1.json"), execCredential("client-rsa"));
        Files.writeString(folder.resolve("2.json"), execCredential("client-ec"));
        ExecCredentialsTest.script(folder, "cat $N.json; exit", "");
        FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
        RestConfig config = RestConfig.of(server.uri()).withCertificateAuthority(resource("ca.pem"))
                .withExec(ExecCredentialsTest.plugin(folder, Map.of()));
        try (RestClient client = new RestClient(config, clock, UndecodableObjects.LOG)) {
            client.resource(ApiResource.PODS).list(Context.background(), ListOptions.EMPTY);
            assertThat(clientName).isEqualTo("CN=client-rsa");

            clock.step(Duration.ofHours(1));
            client.resource(ApiResource.PODS).list(Context.background(), ListOptions.EMPTY);
            assertThat(clientName).isEqualTo("CN=client-ec");

            Files.writeString(folder.resolve("3.json"), execCredential("client-ec")
                    .replaceAll("-----BEGIN CERTIFICATE-----[^-]*", "-----BEGIN s3cret-----"));
            clock.step(Duration.ofHours(1));
            assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(Context.background(), ListOptions.EMPTY))
                    .isInstanceOf(IOException.class).hasMessageContaining("cannot be used").hasNoCause()
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
        }
    }

    private static String execCredential(String name) throws IOException {
        ObjectNode answer = Json.MAPPER.createObjectNode()
                .put("kind", "ExecCredential").put("apiVersion", "client.authentication.k8s.io/v1");
        answer.putObject("status").put("expirationTimestamp", name.equals("client-rsa") ? "2026-01-01T00:30:00+00:00" : "2026-01-01T01:30:00Z")
                .put("clientCertificateData", resource(name + ".pem")).put("clientKeyData", resource(name + ".key"));
        return answer.toString();
    }

    @Test
    void certificates_that_cannot_be_used_are_a_failure_that_names_the_server() {
        assertThatThrownBy(() -> list(trusting("no certificate")))
                .isInstanceOf(IOException.class).hasMessageContaining(server.uri().toString());
    }

    @Test
    void an_empty_text_instead_of_certificates_is_refused_before_anything_is_sent() {
        assertThatThrownBy(() -> list(trusting("")))
                .isInstanceOf(IOException.class).hasMessageContaining("no certificate");
        assertThatThrownBy(() -> list(
                trusting(resource("ca.pem")).withClientCertificate("", resource("client-rsa.key"))))
                .isInstanceOf(IOException.class).hasMessageContaining("no certificate");
        assertThat(server.requests()).isEmpty();
    }

    private void list(RestConfig config) throws Exception {
        try (RestClient client = new RestClient(config)) {
            client.resource(ApiResource.PODS).list(Context.background(), ListOptions.EMPTY);
        }
    }

    private RestConfig trusting(String authority) {
        return RestConfig.of(server.uri()).withCertificateAuthority(authority);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TlsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
