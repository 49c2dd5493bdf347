package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.ListOptions;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {

    private static final String LIST = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[]}";

    private ScriptedServer server;
    private volatile String clientName = "";

    @BeforeEach
    void serve() throws Exception {
        RestConfig own = new RestConfig(
                URI.create("https://unused"), null, null, null, resource("server.pem"), resource("server.key"), false);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(Tls.keyManagers(own), new TrustManager[] {Tls.trustManager(resource("ca.pem"))}, null);
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setWantClientAuth(true);
        server = new ScriptedServer(listener, "https", exchange -> {
            try {
                clientName = exchange.clientName();
            } catch (SSLException e) {
                clientName = "anonymous";
            }
            exchange.json(200, LIST);
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void a_server_is_trusted_if_the_authority_given_has_signed_it() throws Exception {
        list(config(resource("ca.pem"), null, null, false));

        assertThat(clientName).isEqualTo("anonymous");
    }

    @Test
    void a_server_that_nobody_trusted_has_signed_is_refused() throws Exception {
        RestConfig stranger = config(null, null, null, false);

        assertThatThrownBy(() -> list(stranger)).isInstanceOf(SSLException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_server_is_not_verified_if_told_so() throws Exception {
        list(config(null, null, null, true));

        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "client-rsa.pem, client-rsa.key", "client-rsa.pem, client-rsa-pkcs1.key",
        "client-ec.pem, client-ec.key", "client-ec.pem, client-ec-sec1.key",
    })
    void a_client_shows_its_certificate_whatever_form_its_key_has(String certificate, String key) throws Exception {
        list(config(resource("ca.pem"), resource(certificate), resource(key), false));

        assertThat(clientName).isEqualTo("CN=" + certificate.replace(".pem", ""));
    }

    @Test
    void a_key_of_an_edwards_curve_is_read() throws Exception {
        assertThat(PemKey.parse(resource("client-ed25519.key")).getAlgorithm()).isEqualTo("EdDSA");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "s3cret", "-----BEGIN PRIVATE KEY-----\nczNjcmV0\n-----END PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nczNjcmV0\n-----END EC PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nczNjcmV0c\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nczNjcmV0\n-----END ENCRYPTED PRIVATE KEY-----",
    })
    void a_text_that_is_no_key_is_refused_without_repeating_it(String text) {
        assertThatThrownBy(() -> PemKey.parse(text))
                .isInstanceOf(GeneralSecurityException.class)
                .satisfies(e -> assertThat(e.toString()).doesNotContain("s3cret").doesNotContain("czNjcmV0"));
    }

    @Test
    void certificates_that_cannot_be_used_are_a_failure_that_names_the_server() {
        assertThatThrownBy(() -> list(config("no certificate", null, null, false)))
                .isInstanceOf(IOException.class).hasMessageContaining(server.uri().toString());
    }

    @Test
    void an_empty_text_instead_of_certificates_is_refused_before_anything_is_sent() {
        assertThatThrownBy(() -> list(config("", null, null, false)))
                .isInstanceOf(IOException.class).hasMessageContaining("no certificate");
        assertThatThrownBy(() -> list(config(resource("ca.pem"), "", resource("client-rsa.key"), false)))
                .isInstanceOf(IOException.class).hasMessageContaining("no certificate");
        assertThat(server.requests()).isEmpty();
    }

    private void list(RestConfig config) throws Exception {
        try (RestClient client = new RestClient(config)) {
            client.resource(ApiResource.PODS).list(Context.background(), ListOptions.EMPTY);
        }
    }

    private RestConfig config(String authority, String certificate, String key, boolean insecure) {
        return new RestConfig(server.uri(), null, null, authority, certificate, key, insecure);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TlsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
