package insideinformer.apiserver;

import insideinformer.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks HTTP to a server under test and knows nothing of Kubernetes, so that a test sees what is really sent. */
public final class TestClient implements AutoCloseable {

    /** @param body null unless the answer is JSON */
    public record Answer(int code, HttpHeaders headers, String text, JsonNode body) {

        public String message() {
            return body.path("message").asString("");
        }

        public String reason() {
            return body.path("reason").asString("");
        }

        public ObjectNode object() {
            return (ObjectNode) body;
        }

        public String version() {
            return body.path("metadata").path("resourceVersion").asString("");
        }
    }

    /** A stream of frames, read one by one; closing it drops the connection. */
    public static final class Stream implements AutoCloseable {

        private final HttpResponse<InputStream> response;
        private final BufferedReader lines;

        Stream(HttpResponse<InputStream> response) {
            this.response = response;
            this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        public int code() {
            return response.statusCode();
        }

        public HttpHeaders headers() {
            return response.headers();
        }

        /** The next frame; null at the end of the body. */
        public JsonNode next() throws IOException {
            String line = lines.readLine();
            return line == null ? null : Json.MAPPER.readTree(line);
        }

        /** The next frame as {@code TYPE name}. */
        public String nextAsText() throws IOException {
            JsonNode frame = next();
            return frame == null ? "end" : text(frame);
        }

        /** All frames before {@code last}, which is waited for, as {@code TYPE name}. */
        public List<String> upTo(String last) throws IOException {
            List<String> before = new ArrayList<>();
            for (String next = nextAsText(); !next.equals(last); next = nextAsText()) {
                if (next.equals("end")) {
                    throw new IOException("the stream has ended before " + last + ", behind " + before);
                }
                before.add(next);
            }
            return before;
        }

        /** All frames up to the end as {@code TYPE name}. */
        public List<String> rest() throws IOException {
            List<String> rest = new ArrayList<>();
            for (JsonNode frame = next(); frame != null; frame = next()) {
                rest.add(text(frame));
            }
            return rest;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }

        private static String text(JsonNode frame) {
            JsonNode object = frame.path("object");
            String name = object.path("metadata").path("name").asString("");
            return (frame.path("type").asString() + " " + name).trim();
        }
    }

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    public TestClient(ApiServer server) {
        this.server = server.uri();
    }

    public Answer get(String path, String... headers) throws Exception {
        return send("GET", path, null, headers);
    }

    public Answer post(String path, String body, String... headers) throws Exception {
        return send("POST", path, body, headers);
    }

    public Answer put(String path, String body, String... headers) throws Exception {
        return send("PUT", path, body, headers);
    }

    public Answer delete(String path) throws Exception {
        return send("DELETE", path, null);
    }

    /** @param type {@code merge}, {@code strategic} or {@code json} */
    public Answer patch(String path, String type, String body) throws Exception {
        String media = switch (type) {
            case "json" -> "application/json-patch+json";
            case "merge" -> "application/merge-patch+json";
            case "strategic" -> "application/strategic-merge-patch+json";
            default -> type;
        };
        return send("PATCH", path, body, "Content-Type", media);
    }

    public Answer send(String method, String path, String body, String... headers) throws Exception {
        HttpResponse<String> response = http.send(request(method, path, body, headers), BodyHandlers.ofString());
        boolean json = response.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
        JsonNode tree = json && !response.body().isEmpty() ? Json.MAPPER.readTree(response.body()) : null;
        return new Answer(response.statusCode(), response.headers(), response.body(), tree);
    }

    /** Returns when the head of the answer is there. */
    public Stream watch(String path, String... headers) throws Exception {
        return new Stream(http.send(request("GET", path, null, headers), BodyHandlers.ofInputStream()));
    }

    /** What comes on a connection up to {@code end}, which is read with it. */
    public static String readUntil(Socket socket, String end) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("the server ended the answer early: " + text);
            }
            text.append((char) c);
        }
        return text.toString();
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return headers.length == 0 ? request.build() : request.headers(headers).build();
    }

    /** Drops every connection. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
