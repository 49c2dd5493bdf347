package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.kubeconfig.ExecConfig;
import insideinformer.kubeconfig.KubeConfig;
import insideinformer.kubeconfig.KubeConfigException;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.testing.Spec;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
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
        assertThat(kubeConfig.restConfig()).isEqualTo(RestConfig.of(URI.create("https://big.example:6443/clusters/c1"))
                .withToken("s3cret").withTokenFile(folder.resolve("tokens/ada"))
                .withCertificateAuthority("authority text"));
    }

    @Test
    void another_context_may_be_asked_for_and_paths_start_at_the_file() throws Exception {
        assertThat(KubeConfig.load(file).restConfig("play")).isEqualTo(RestConfig.of(URI.create("https://127.0.0.1:6443"))
                .withCertificateAuthority("small authority")
                .withClientCertificate("certificate text", "s3cret key"));
    }

    @Test
    void a_server_may_be_trusted_blindly() throws Exception {
        assertThat(KubeConfig.load(file).restConfig("careless")).isEqualTo(
                RestConfig.of(URI.create("https://127.0.0.1:6443")).withInsecureSkipTlsVerify());
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
        "exec: {args: [s3cret]}                        | exec has no command",
        "exec: {command: x, args: [s3cret]}            | the apiVersion ''",
        "exec: {command: x, apiVersion: client.authentication.k8s.io/v1alpha1} | 'client.authentication.k8s.io/v1alpha1'",
        "exec: {command: x, apiVersion: client.authentication.k8s.io/v1} | the interactiveMode ''",
        "exec: {command: x, apiVersion: client.authentication.k8s.io/v1beta1, env: [{value: s3cret}]} | without a name",
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
        "server: 'https://big.example', proxy-url: 'ftp://ada:s3cret@proxy'      | must look like http://host:3128",
        "server: 'https://big.example', proxy-url: 'http://ada:s3cret@pro xy'    | must look like http://host:3128",
        "server: 'https://big.example', proxy-url: 'socks5://ada:s3cret@proxy'   | leave out the user",
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exec: null", "exec:", "exec: {}", "auth-provider: null", "auth-provider: {}", "username: ''",
        "username: null", "as: ''", "as: null, tokenFile: null, client-certificate: '', client-key: null",
        "client-certificate-data: null, client-key-data: ''",
    })
    void an_empty_or_null_field_of_a_user_counts_as_absent(String fields) throws Exception {
        Files.writeString(file, FILE.replace("{token: s3cret, tokenFile: tokens/ada}", "{token: s3cret, " + fields + "}"));

        RestConfig config = KubeConfig.load(file).restConfig();

        assertThat(config.token()).isEqualTo("s3cret");
        assertThat(config.tokenFile()).isNull();
        assertThat(config.clientCertificate()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "proxy-url: ''", "proxy-url: null", "tls-server-name: ''", "tls-server-name:", "certificate-authority: null",
        "certificate-authority-data: ''", "insecure-skip-tls-verify: null", "extensions: null",
    })
    void an_empty_or_null_field_of_a_cluster_counts_as_absent(String fields) throws Exception {
        Files.writeString(file, FILE.replace("insecure-skip-tls-verify: true", fields));

        assertThat(KubeConfig.load(file).restConfig("careless"))
                .isEqualTo(RestConfig.of(URI.create("https://127.0.0.1:6443")));
    }

    @Test
    void an_empty_or_null_field_of_a_context_or_of_the_file_counts_as_absent() throws Exception {
        Files.writeString(file, FILE.replace("{cluster: small}", "{cluster: small, user: null, namespace: null}")
                .replace("current-context: work", "current-context: anonymous\npreferences: null\nextensions:"));

        assertThat(KubeConfig.load(file).restConfig().token()).isNull();
        assertThat(KubeConfig.load(file).namespace()).isEqualTo("default");

        Files.writeString(file, FILE.replace("current-context: work", "current-context: null"));
        assertRefused("no current-context is set");
    }

    @Test
    void of_several_files_the_first_that_has_an_entry_wins_and_paths_start_at_the_file_they_stand_in()
            throws Exception {
        Path other = Files.createDirectory(folder.resolve("other")).resolve("config");
        Files.writeString(other, """
                current-context: play
                contexts:
                - {name: work, context: {cluster: small}}
                - {name: added, context: {cluster: added, user: eve}}
                clusters:
                - {name: small, cluster: {server: "https://other.example"}}
                - {name: added, cluster: {server: "https://added.example", certificate-authority: ca.pem}}
                users:
                - {name: eve, user: {tokenFile: eve.token}}
                """);
        Files.writeString(other.resolveSibling("ca.pem"), "other authority");
        Path first = folder.resolve("first");
        Files.writeString(first, "current-context: ''\nusers:\n- {name: bob, user: {token: changed}}\nclusters: null\n");
        Path empty = Files.createFile(folder.resolve("empty"));

        KubeConfig merged = KubeConfig.load(String.join(File.pathSeparator,
                "", folder.resolve("gone").toString(), empty.toString(), first.toString(), file.toString(),
                other.toString()));

        assertThat(merged.currentContext()).isEqualTo("work");
        assertThat(merged.namespace()).isEqualTo("lab");
        assertThat(merged.restConfig("play").token()).isEqualTo("changed");
        assertThat(merged.restConfig("play").clientKey()).isNull();
        assertThat(merged.restConfig("play").certificateAuthority()).isEqualTo("small authority");
        assertThat(merged.restConfig("added").certificateAuthority()).isEqualTo("other authority");
        assertThat(merged.restConfig("added").tokenFile()).isEqualTo(other.resolveSibling("eve.token"));
    }

    @Test
    void files_of_which_none_exists_are_told_with_a_remedy() {
        String paths = folder.resolve("gone") + File.pathSeparator + folder.resolve("lost");

        assertThatThrownBy(() -> KubeConfig.load(paths)).isInstanceOf(KubeConfigException.class)
                .hasMessage("kubeconfig " + paths + ": none of these files exists; set KUBECONFIG to one that exists");
        assertThatThrownBy(() -> KubeConfig.load("")).isInstanceOf(KubeConfigException.class);
    }

    @Test
    void a_broken_file_among_several_is_told_by_its_name() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken"), "users: [s3cret");

        assertThatThrownBy(() -> KubeConfig.load(List.of(file, broken)))
                .hasMessageStartingWith("kubeconfig " + broken + ": it is not valid YAML");
    }

    @Test
    void a_command_for_credentials_with_a_folder_starts_at_the_file_and_one_without_is_looked_for_on_the_path()
            throws Exception {
        assertThat(exec("bin/login").command()).isEqualTo(folder.resolve("bin/login").toString());
        assertThat(exec("login").command()).isEqualTo("login");
        assertThat(exec("login").interactiveMode()).isEqualTo("IfAvailable");
    }

    private ExecConfig exec(String command) throws IOException {
        Files.writeString(file, FILE.replace("{token: s3cret, tokenFile: tokens/ada}", "{exec: {command: " + command
                + ", apiVersion: client.authentication.k8s.io/v1beta1, args: [s3cret], env: [{name: a, value: s3cret}]}}"));
        RestConfig config = KubeConfig.load(file).restConfig();
        assertThat(config + " " + config.exec()).contains("login").doesNotContain("s3cret");
        return config.exec();
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
