package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.ListOptions;
import insideinformer.api.ObjectMeta;
import insideinformer.json.Json;
import insideinformer.kubeconfig.ExecConfig;
import insideinformer.kubeconfig.KubeConfig;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The command is a shell script; the server takes one token and counts what it refuses. */
class ExecCredentialsTest {

    private static final String V1 = "client.authentication.k8s.io/v1";
    private static final String KIND_V1 = "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + V1;
    private static final String LIST = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[]}";

    @TempDir
    private Path folder;

    private final FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
    private volatile String accepted = "s3cret-1";
    private ScriptedServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new ScriptedServer(exchange -> {
            if (("Bearer " + accepted).equals(exchange.request.headers().get("Authorization"))) {
                exchange.json(200, exchange.request.method().equals("GET") ? LIST : exchange.request.body());
            } else {
                exchange.json(401, "{}");
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {V1, V1 + "beta1"})
    void the_command_of_a_kubeconfig_is_told_its_task_and_gives_the_token_that_the_server_demands(String version)
            throws Exception {
        script("env > variables; printf '%s|' \"$@\" > arguments", answer(version, "'\"$TOKEN\"'", ""));
        Path config = Files.writeString(folder.resolve("config"), """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters:
                - name: c
                  cluster:
                    server: %s
                    extensions:
                    - {name: client.authentication.k8s.io/exec, extension: {audience: ours}}
                users:
                - name: u
                  user:
                    exec:
                      apiVersion: %s
                      command: ./plugin
                      args: [get-token, two words]
                      env: [{name: TOKEN, value: s3cret-1}]
                      interactiveMode: IfAvailable
                      provideClusterInfo: true
                """.formatted(server.uri(), version));

        try (RestClient client = new RestClient(KubeConfig.load(config).restConfig())) {
            list(client);
        }

        assertThat(folder.resolve("arguments")).content().isEqualTo("get-token|two words|");
        String info = Files.readAllLines(folder.resolve("variables")).stream()
                .filter(line -> line.startsWith("KUBERNETES_EXEC_INFO=")).findFirst().orElseThrow();
        JsonNode question = Json.MAPPER.readTree(info.substring(info.indexOf('=') + 1));
        assertThat(question.path("kind").asString()).isEqualTo("ExecCredential");
        assertThat(question.path("apiVersion").asString()).isEqualTo(version);
        assertThat(question.path("spec").path("interactive").isBoolean()).isTrue();
        assertThat(question.path("spec").path("cluster").path("server").asString()).isEqualTo(server.uri().toString());
        assertThat(question.path("spec").path("cluster").path("config").path("audience").asString()).isEqualTo("ours");
    }

    @Test
    void a_credential_is_kept_until_it_expires() throws Exception {
        script("", answer(V1, "s3cret-'$N'", "2026-01-01T00:10:00Z"));
        try (RestClient client = client(config())) {
            list(client);
            clock.step(Duration.ofMinutes(10));
            list(client);
            assertThat(runs()).isEqualTo(1);

            clock.step(Duration.ofSeconds(1));
            accepted = "s3cret-2";
            list(client);

            assertThat(runs()).isEqualTo(2);
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void a_refused_credential_is_replaced_once_and_the_request_sent_again_with_its_body() throws Exception {
        script("", answer(V1, "s3cret-'$N'", ""));
        try (RestClient client = client(config())) {
            list(client);
            accepted = "s3cret-2";

            ConfigMap created = client.resource(ApiResource.CONFIG_MAPS).inNamespace("lab")
                    .create(Context.background(), new ConfigMap("v1", "ConfigMap", ObjectMeta.named("lab", "ada"), Map.of(), Map.of()));

            assertThat(created.metadata().name()).isEqualTo("ada");
            assertThat(runs()).isEqualTo(2);

            accepted = "nothing";
            assertThatThrownBy(() -> list(client))
                    .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(401));
            assertThat(runs()).isEqualTo(3);
        }
    }

    @Test
    void many_requests_at_once_run_the_command_once() throws Exception {
        script("", answer(V1, "s3cret-'$N'", ""));
        CountDownLatch start = new CountDownLatch(1);
        try (RestClient client = client(config());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> lists = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                lists.add(threads.submit(() -> {
                    start.await();
                    list(client);
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> each : lists) {
                each.get();
            }
        }

        assertThat(runs()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "echo login first, $TOKEN >&2; echo s3cret-1; exit 3 | failed with exit code 3: login first, *** (run make login)",
        "echo s3cret-1                                       | printed no JSON",
        "echo '{\"kind\":\"s3cret-1\"}'                      | printed no ExecCredential of " + V1,
        KIND_V1 + "beta1\"}' | printed no ExecCredential of " + V1,
        KIND_V1 + "\"}'      | without a token",
        KIND_V1 + "\",\"status\":{\"clientKeyData\":\"s3cret-1\"}}'"
                + "| only one of client certificate and key",
        KIND_V1 + "\",\"status\":{\"token\":\"t\","
                + "\"expirationTimestamp\":\"s3cret-1\"}}' | expirationTimestamp that is no time",
    })
    void a_command_that_fails_is_told_without_what_it_answered(String line, String sentence) throws Exception {
        script(line + "; exit 0", "");

        try (RestClient client = client(config())) {
            assertThatThrownBy(() -> list(client)).isInstanceOf(IOException.class)
                    .hasMessageContaining("'" + folder.resolve("plugin") + "'").hasMessageContaining(sentence)
                    .hasNoCause()
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret").doesNotContain("\n"));
        }
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_command_that_is_not_there_is_told_with_its_hint() throws Exception {
        try (RestClient client = client(config())) {
            assertThatThrownBy(() -> list(client)).isInstanceOf(IOException.class)
                    .hasMessageContaining("'" + folder.resolve("plugin") + "'").hasMessageContaining("was not found")
                    .hasMessageEndingWith("(run make login)");
        }
    }

    @Test
    void a_command_that_always_wants_a_terminal_is_refused_without_one() throws Exception {
        script("", answer(V1, "s3cret-1", ""));
        ExecConfig exec = ExecConfig.of(folder.resolve("plugin").toString(), V1, "Always");

        try (RestClient client = client(config(server.uri(), null, exec))) {
            assertThatThrownBy(() -> list(client)).isInstanceOf(IOException.class)
                    .hasMessageContaining("needs a terminal");
        }
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void the_end_of_the_context_ends_a_command_that_hangs() throws Exception {
        Path begun = folder.resolve("begun");
        assertThat(new ProcessBuilder("mkfifo", begun.toString(), folder.resolve("never").toString()).start().waitFor())
                .isZero();
        script("echo > begun; cat never", "");
        try (RestClient client = client(config());
                Cancellable context = Context.background().withCancel();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> list = threads.submit(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY));
            Files.readString(begun); // waits until the command writes

            context.cancel();

            assertThatThrownBy(list::get).cause().isInstanceOf(IOException.class)
                    .hasMessageContaining("the context has ended");
        }
    }

    @Test
    void a_known_token_goes_before_the_command() throws Exception {
        ExecConfig exec = config().exec();
        RestConfig config =
                RestConfig.of(server.uri()).withToken("s3cret-1").withExec(exec);

        try (RestClient client = client(config)) {
            list(client);
        }
    }

    static ExecConfig plugin(Path folder, Map<String, String> env) {
        return ExecConfig.of(folder.resolve("plugin").toString(), V1, "Never").withEnv(env)
                .withInstallHint("run\nmake login");
    }

    /** A script that counts its runs in N, does what is said, and prints the answer. */
    private void script(String commands, String answer) throws IOException {
        script(folder, commands, answer);
    }

    static void script(Path folder, String commands, String answer) throws IOException {
        Path script = Files.writeString(folder.resolve("plugin"), """
                #!/bin/sh
                cd "$(dirname "$0")" || exit 9
                echo run >> runs
                N=$(grep -c run runs)
                %s
                echo '%s'
                """.formatted(commands.isEmpty() ? ":" : commands, answer));
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private static String answer(String version, String token, String expiry) {
        return """
                {"kind":"ExecCredential","apiVersion":"%s","status":{"token":"%s","expirationTimestamp":%s}}"""
                .formatted(version, token, expiry.isEmpty() ? "null" : "\"" + expiry + "\"");
    }

    private long runs() throws IOException {
        return Files.readAllLines(folder.resolve("runs")).size();
    }

    private RestConfig config() {
        return config(server.uri(), null, plugin(folder, Map.of("TOKEN", "s3cret-1")));
    }

    private static RestConfig config(URI server, String authority, ExecConfig exec) {
        return RestConfig.of(server).withCertificateAuthority(authority).withExec(exec);
    }

    private RestClient client(RestConfig config) throws IOException {
        return new RestClient(config, clock, UndecodableObjects.LOG);
    }

    private static void list(RestClient client) throws Exception {
        client.resource(ApiResource.PODS).list(Context.background(), ListOptions.EMPTY);
    }
}
