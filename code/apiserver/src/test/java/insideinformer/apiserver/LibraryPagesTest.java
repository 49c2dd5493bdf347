package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.json.Json;
import insideinformer.testing.Spec;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What never reaches the server's own code is answered with a Status as well, not with a page of the HTTP library. */
class LibraryPagesTest {

    private static final String REST = " HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n";
    private static final String POST = "POST /api/v1/namespaces/default/configmaps HTTP/1.1\\r\\nHost: x\\r\\n"
            + "Content-Type: application/json\\r\\nConnection: close\\r\\n";

    @RegisterExtension
    final TestServer server = new TestServer();

    @ParameterizedTest(name = "{0}")
    @Spec("AP-20")
    @CsvSource(quoteCharacter = '`', value = {
        "a bad escape in the query,     400, GET /api/v1/pods?%zz" + REST,
        "a cut escape in the query,     400, GET /api/v1/pods?limit=%4" + REST,
        "a bad escape in the path,      400, GET /api/v1/%zz" + REST,
        "a bad escape outside the API,  400, GET /%zz" + REST,
        "a slash in disguise,           404, GET /api/v1/namespaces/a%2Fb" + REST,
        "a request line of one word,    400, NONSENSE\\r\\n\\r\\n",
        "a request line of three words, 505, GET / NONSENSE\\r\\n\\r\\n",
        "an unknown version,            505, GET / HTTP/7.3\\r\\nHost: x\\r\\n\\r\\n",
        "no host,                       400, GET / HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n",
        "two hosts,                     400, GET / HTTP/1.1\\r\\nHost: x\\r\\nHost: y\\r\\nConnection: close\\r\\n\\r\\n",
        "a header without a colon,      400, GET / HTTP/1.1\\r\\nHost: x\\r\\nnonsense\\r\\n\\r\\n",
        "a header with a blank name,    400, GET / HTTP/1.1\\r\\nHost: x\\r\\n: y\\r\\n\\r\\n",
        "two lengths,                   400, " + POST + "Content-Length: 3\\r\\nContent-Length: 4\\r\\n\\r\\n{}  ",
        "a length that is no number,    400, " + POST + "Content-Length: many\\r\\n\\r\\n{}",
        "a negative length,             400, " + POST + "Content-Length: -1\\r\\n\\r\\n{}",
        "a chunk without a length,      400, " + POST
        + "Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n{}\\r\\n0\\r\\n\\r\\n",
        "an unknown expectation,        417, " + POST + "Expect: the-unexpected\\r\\nContent-Length: 2\\r\\n\\r\\n{}",
        "an unknown coding,             400, " + POST + "Transfer-Encoding: nonsense\\r\\n\\r\\n{}",
        "an unknown method,             405, BREW /api/v1/namespaces/default/pods/a" + REST,
        "a traced request,              405, TRACE /api/v1/namespaces/default/pods/a" + REST,
        "an old version,                404, GET /api/v1/namespaces/default/pods/a HTTP/1.0\\r\\n\\r\\n"
    })
    void a_request_that_is_none_gets_a_status(String what, int code, String request) throws Exception {
        assertStatus(request.replace("\\r", "\r").replace("\\n", "\n"), code);
    }

    @Test
    @Spec("AP-20")
    void a_request_line_that_is_too_long_gets_a_status() throws Exception {
        assertStatus("GET /api/v1/pods?labelSelector=" + "a".repeat(70_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 414);
    }

    @Test
    @Spec("AP-20")
    void headers_that_are_too_long_get_a_status() throws Exception {
        assertStatus("GET /api HTTP/1.1\r\nHost: x\r\nA: " + "a".repeat(70_000) + "\r\n\r\n", 431);
    }

    private void assertStatus(String request, int code) throws IOException {
        String answer = send(request);

        assertThat(answer).startsWith("HTTP/1.");
        assertThat(answer.substring(9, 12)).as(answer).isEqualTo(Integer.toString(code));
        assertThat(answer).contains("Content-Type: application/json");
        JsonNode status = Json.MAPPER.readTree(answer.substring(answer.indexOf("\r\n\r\n")));
        assertThat(status.path("kind").asString("")).isEqualTo("Status");
        assertThat(status.path("status").asString("")).isEqualTo("Failure");
        assertThat(status.path("code").asInt()).isEqualTo(code);
        assertThat(status.path("message").asString("")).isNotEmpty();
    }

    private String send(String request) throws IOException {
        try (Socket socket = new Socket(server.server().uri().getHost(), server.server().uri().getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            StringBuilder text = new StringBuilder();
            try {
                for (int c = in.read(); c >= 0; c = in.read()) {
                    text.append((char) c);
                }
            } catch (IOException e) {
                if (text.isEmpty()) {
                    throw e; // a reset after the answer is fine: the server has not read everything that was sent
                }
            }
            return text.toString();
        }
    }
}
