package insideinformer.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.wait.Context;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.RequestBody;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a request is sent over a connection that breaks once the server has read all of the request. */
class SentOnceTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private RestClient client;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        client = new RestClient(URI.create("http://127.0.0.1:" + server.getLocalPort()));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void a_request_that_may_change_something_is_sent_once_when_a_reused_connection_breaks(String verb)
            throws Exception {
        send("GET", "/first");

        assertThatThrownBy(() -> send(verb, "/cut")).isInstanceOf(IOException.class);

        assertThat(seen).containsExactly("GET /first", verb + " /cut");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE"})
    void a_request_that_only_reads_is_sent_again_when_a_reused_connection_breaks(String verb) throws Exception {
        send("GET", "/first");

        send(verb, "/cut");

        assertThat(seen).containsExactly("GET /first", verb + " /cut", verb + " /cut");
    }

    private void send(String verb, String path) throws IOException, InterruptedException {
        RequestBody body = List.of("POST", "PUT", "PATCH", "DELETE").contains(verb) ? RequestBody.create(
                "{}".getBytes(US_ASCII), null) : null;
        client.call(Context.background(),
                new Request.Builder().url(client.url().encodedPath(path).build()).method(verb, body),
                response -> response.body().bytes());
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (IOException e) {
            return; // the test is over
        }
    }

    /** Keeps the connection for the next request; cuts it behind the first request for /cut that it sees. */
    private void answer(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                String request = line(in);
                int length = 0;
                for (String header = line(in); !header.isEmpty(); header = line(in)) {
                    if (header.startsWith("Content-Length: ")) {
                        length = Integer.parseInt(header.substring("Content-Length: ".length()));
                    }
                }
                in.readNBytes(length);
                String what = request.replace(" HTTP/1.1", "");
                boolean again = seen.contains(what);
                seen.add(what);
                if (what.endsWith("/cut") && !again) {
                    return;
                }
                socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
            }
        } catch (IOException e) {
            return; // the client has closed the connection
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the client has closed the connection");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
