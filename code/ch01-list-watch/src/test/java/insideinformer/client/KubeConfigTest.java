package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeConfigTest {

    private static final String FILE = """
            apiVersion: v1
            kind: Config
            current-context: work
            contexts:
            - {name: work, context: {cluster: big, user: ada, namespace: lab}}
            - {name: play, context: {cluster: small, user: bob}}
            - {name: anonymous, context: {cluster: small}}
            - {name: careless, context: {cluster: trusted}}
            - {name: broken, context: {cluster: gone, user: ada}}
            clusters:
            - name: big
              cluster:
                server: https://big.example:6443/clusters/c1
                certificate-authority-data: %s
            - name: small
              cluster: {server: "https://127.0.0.1:6443", certificate-authority: ca.pem}
            - name: trusted
              cluster: {server: "https://127.0.0.1:6443", insecure-skip-tls-verify: true}
            users:
            - name: ada
              user: {token: s3cret, tokenFile: tokens/ada}
            - name: bob
              user: {client-certificate-data: %s, client-key: bob.key}
            """.formatted(base64("authority text"), base64("certificate text"));

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("config");
        Files.writeString(file, FILE);
        Files.writeString(folder.resolve("ca.pem"), "small authority");
        Files.writeString(folder.resolve("bob.key"), "s3cret key");
    }

    @Test
    @Spec("W04")
    void the_current_context_puts_a_cluster_and_a_user_together() throws Exception {
        KubeConfig kubeConfig = KubeConfig.load(file);

        assertThat(kubeConfig.currentContext()).isEqualTo("work");
        assertThat(kubeConfig.namespace()).isEqualTo("lab");
        assertThat(kubeConfig.restConfig()).isEqualTo(new RestConfig(
                URI.create("https://big.example:6443/clusters/c1"), "s3cret", folder.resolve("tokens/ada"),
                "authority text",
                null, null, false));
    }

    @Test
    void another_context_may_be_asked_for_and_paths_start_at_the_file() throws Exception {
        assertThat(KubeConfig.load(file).restConfig("play")).isEqualTo(new RestConfig(
                URI.create("https://127.0.0.1:6443"), null, null, "small authority", "certificate text", "s3cret key",
                false));
    }

    @Test
    void a_server_may_be_trusted_blindly() throws Exception {
        assertThat(KubeConfig.load(file).restConfig("careless")).isEqualTo(new RestConfig(
                URI.create("https://127.0.0.1:6443"), null, null, null, null, null, true));
    }

    @Test
    void a_context_without_a_user_is_anonymous() throws Exception {
        assertThat(KubeConfig.load(file).restConfig("anonymous").token()).isNull();
    }

    @Test
    void no_text_form_shows_a_secret() throws Exception {
        KubeConfig kubeConfig = KubeConfig.load(file);

        assertThat(kubeConfig + " " + kubeConfig.restConfig("work") + kubeConfig.restConfig("play"))
                .contains("big.example").doesNotContain("s3cret").doesNotContain("authority text");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nowhere | no context named 'nowhere'; there are: work, play, anonymous, careless, broken",
        "broken  | no cluster named 'gone'; there are: big, small",
    })
    void a_name_that_nothing_has_is_told_with_the_names_there_are(String context, String sentence) throws Exception {
        KubeConfig kubeConfig = KubeConfig.load(file);

        assertThatThrownBy(() -> kubeConfig.restConfig(context))
                .isInstanceOf(KubeConfigException.class).hasMessageContaining(file.toString())
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exec: {command: cloud-login, args: [s3cret]}  | running the command 'cloud-login' (exec plugin)",
        "auth-provider: {name: oidc}                   | (auth-provider)",
        "username: ada                                 | (username)",
        "as: root                                      | (as)",
    })
    void credentials_that_we_cannot_honor_are_refused_with_a_remedy(String user, String sentence) throws Exception {
        Files.writeString(file, FILE.replace("{token: s3cret, tokenFile: tokens/ada}", "{" + user + "}"));

        assertRefused(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "server: 'https://big.example', proxy-url: 'http://proxy'  | (proxy-url)",
        "server: 'https://big.example', tls-server-name: other     | (tls-server-name)",
        "server: 'big.example:6443'                                | 'big.example:6443'",
        "server: 'https://big example'                             | 'https://big example'",
        "server: ''                                                | must look like https://host:6443",
        "server: 'https://big.example', certificate-authority-data: '***'  | certificate-authority-data is not base64",
        "server: 'https://big.example', certificate-authority: gone.pem    | gone.pem",
        "server: 'https://big.example', certificate-authority: ca.pem, insecure-skip-tls-verify: true | leave out one",
    })
    void a_cluster_that_cannot_be_used_is_refused_with_a_remedy(String cluster, String sentence) throws Exception {
        Files.writeString(file,
                FILE.replace("{server: \"https://127.0.0.1:6443\", certificate-authority: ca.pem}", "{" + cluster + "}")
                        .replace("current-context: work", "current-context: anonymous"));

        assertRefused(sentence);
    }

    @Test
    void a_certificate_without_its_key_is_refused() throws Exception {
        Files.writeString(file, FILE.replace(", client-key: bob.key", ""));

        assertThatThrownBy(() -> KubeConfig.load(file).restConfig("play"))
                .isInstanceOf(KubeConfigException.class).hasMessageContaining("the key is missing");
    }

    @Test
    void without_a_current_context_the_contexts_are_named() throws Exception {
        Files.writeString(file, FILE.replace("current-context: work\n", ""));

        assertRefused("use-context NAME`, out of: work, play");
    }

    @Test
    void a_file_that_is_not_there_is_told_with_a_remedy() {
        Path gone = folder.resolve("gone");

        assertThatThrownBy(() -> KubeConfig.load(gone))
                .isInstanceOf(KubeConfigException.class)
                .hasMessage("kubeconfig " + gone + ": there is no such file; set KUBECONFIG to one that exists");
    }

    @Test
    void a_folder_in_place_of_the_file_is_told_with_a_remedy() {
        assertThatThrownBy(() -> KubeConfig.load(folder))
                .isInstanceOf(KubeConfigException.class).hasMessageContaining("cannot be read");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''                     | this is no kubeconfig",
        "just a text            | this is no kubeconfig",
        "clusters: 17           | this is no kubeconfig",
        "users: [s3cret         | not valid YAML near line",
        "'token: \"s3cret'      | not valid YAML near line",
    })
    void a_file_that_is_no_kubeconfig_is_told_without_repeating_what_stands_in_it(String content, String sentence)
            throws Exception {
        Files.writeString(file, content);

        assertThatThrownBy(() -> KubeConfig.load(file))
                .isInstanceOf(KubeConfigException.class)
                .hasMessageContaining(file.toString()).hasMessageContaining(sentence)
                .hasNoCause()
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
    }

    private void assertRefused(String sentence) {
        assertThatThrownBy(() -> KubeConfig.load(file).restConfig())
                .isInstanceOf(KubeConfigException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(sentence)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret").doesNotContain("\n"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes());
    }
}
