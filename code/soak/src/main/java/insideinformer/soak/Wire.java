package insideinformer.soak;

import insideinformer.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * An HTTP client that sends any bytes, right or wrong, and reads the answer. It keeps its connection as long as the
 * server does. For one thread.
 */
final class Wire implements AutoCloseable {

    /**
     * @param headers by their names in lower case
     * @param json the body; a missing node if it is not JSON
     */
    record Answer(int code, Map<String, String> headers, byte[] body, JsonNode json) {

        static Answer of(int code, Map<String, String> headers, byte[] body) {
            JsonNode json = Json.MAPPER.missingNode();
            try {
                json = body.length == 0 ? json : Json.MAPPER.readTree(body);
            } catch (JacksonException e) {
                return new Answer(code, headers, body, json);
            }
            return new Answer(code, headers, body, json);
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private final URI server;
    private final Duration patience;
    private @Nullable Socket socket;
    private InputStream in = InputStream.nullInputStream();

    /** @param patience how long the server may be silent */
    Wire(URI server, Duration patience) {
        this.server = server;
        this.patience = patience;
    }

    /**
     * Sends a request and reads the whole answer.
     *
     * @throws IOException if no answer came, or it broke off
     */
    Answer exchange(FuzzRequest request) throws IOException {
        Socket open = connect();
        try {
            send(open, request);
            Answer answer = read(!request.method().equals("HEAD"));
            // the HTTP library closes the connection after its own refusals
            boolean isLibrarys = answer.header("audit-id").isEmpty();
            if (answer.header("connection").equalsIgnoreCase("close") || request.closes() || isLibrarys) {
                close();
            }
            return answer;
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Sends a request, waits for the head of its answer and hangs up. @return the code */
    int abandon(FuzzRequest request) throws IOException {
        try {
            send(connect(), request);
            return Integer.parseInt(line().split(" ")[1]);
        } finally {
            close();
        }
    }

    private Socket connect() throws IOException {
        if (socket == null) {
            socket = new Socket(server.getHost(), server.getPort());
            socket.setSoTimeout((int) patience.toMillis());
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }
        return socket;
    }

    private static void send(Socket to, FuzzRequest request) {
        try {
            to.getOutputStream().write(request.bytes());
            if (request.closes()) {
                to.shutdownOutput();
            }
        } catch (IOException e) {
            // the server answered before it had read everything, so its answer can be read
            return;
        }
    }

    private Answer read(boolean hasBody) throws IOException {
        int code;
        Map<String, String> headers;
        do {
            String[] status = line().split(" ");
            if (status.length < 2 || !status[0].startsWith("HTTP/1.")) {
                throw new IOException("an answer begins with " + String.join(" ", status));
            }
            code = Integer.parseInt(status[1]);
            headers = headers();
        } while (code < 200);
        if (!hasBody || code == 204 || code == 304) {
            return Answer.of(code, headers, new byte[0]);
        }
        String length = headers.getOrDefault("content-length", "");
        if (!length.isEmpty()) {
            return Answer.of(code, headers, bytes(Integer.parseInt(length)));
        }
        return Answer.of(code, headers,
                headers.getOrDefault("transfer-encoding", "").equals("chunked") ? chunks() : in.readAllBytes());
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int length = chunkLength(); length > 0; length = chunkLength()) {
            all.write(bytes(length));
            line();
        }
        line();
        return all.toByteArray();
    }

    private int chunkLength() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer breaks off");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection after '" + line + "'");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
