package insideinformer.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.Pod;
import insideinformer.apiserver.ApiServer;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.testing.LiveThreads;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FirstInformerTest {

    @Test
    void the_readme_shows_the_program_that_is_compiled() throws Exception {
        String source = Files.readString(Path.of("src/main/java/insideinformer/lab/FirstInformer.java"));
        Matcher region = Pattern.compile("// tag::first-informer\\[]\n(.*?)\n *// end::first-informer\\[]", Pattern.DOTALL)
                .matcher(source);
        assertThat(region.find()).isTrue();

        assertThat(Path.of("../../README.md")).content(UTF_8)
                .contains("```java\n" + region.group(1).stripIndent() + "\n```");
    }

    @Test
    void it_prints_what_happens_to_pods_and_leaves_nothing_behind() throws Exception {
        LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        PrintStream out = System.out;
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient client = new RestClient(server.uri());
                Cancellable context = Context.background().withCancel()) {
            var pods = client.resource(ApiResource.PODS).inNamespace("default");
            pods.create(context, Json.MAPPER.readValue("""
                    {"metadata":{"name":"cart"},"spec":{"containers":[{"name":"web","image":"web:1"}]}}""", Pod.class));
            System.setOut(new PrintStream(new LineQueue(lines), true, UTF_8));
            Thread program = Thread.ofVirtual().start(() -> run(server, context));

            assertThat(List.of(lines.take(), lines.take()))
                    .containsExactlyInAnyOrder("added   cart", "1 pods in the cache");
            pods.delete(context, "cart");
            assertThat(lines.take()).isEqualTo("deleted default/cart");

            context.cancel();
            program.join();
        } finally {
            System.setOut(out);
        }
        assertThat(LiveThreads.named("informer of")).isEmpty();
    }

    private static void run(ApiServer server, Context context) {
        try {
            FirstInformer.watchPods(server.uri(), context);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Hands on each line as it is complete. */
    private static final class LineQueue extends OutputStream {

        private final LinkedBlockingQueue<String> lines;
        private final StringBuilder line = new StringBuilder();

        LineQueue(LinkedBlockingQueue<String> lines) {
            this.lines = lines;
        }

        @Override
        public void write(int b) {
            if (b == '\n') {
                lines.add(line.toString());
                line.setLength(0);
            } else if (b != '\r') {
                line.append((char) b);
            }
        }
    }
}
