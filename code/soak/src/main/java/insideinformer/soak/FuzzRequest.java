package insideinformer.soak;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A request as it goes over the wire.
 *
 * @param target path and query
 * @param bytes the whole request with its head
 * @param wellFormed whether it is legal HTTP, so that the server must answer
 * @param closes whether the client sends nothing after it
 */
record FuzzRequest(String method, String target, byte[] bytes, boolean wellFormed, boolean closes) {

    /** @param headers each with its line end */
    static FuzzRequest of(String method, String target, String version, String headers, byte[] body) {
        String head = method + " " + target + " " + version + "\r\nHost: fuzz\r\n" + headers + "\r\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        return new FuzzRequest(method, target, bytes.toByteArray(), true, version.equals("HTTP/1.0"));
    }

    static FuzzRequest plain(String method, String target) {
        return of(method, target, "HTTP/1.1", "", new byte[0]);
    }

    static FuzzRequest table(String target) {
        return of("GET", target, "HTTP/1.1", "Accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n", new byte[0]);
    }

    static FuzzRequest malformed(String text) {
        String[] words = text.split(" ", 3);
        return new FuzzRequest(words[0], words.length > 1 ? words[1] : "", text.getBytes(StandardCharsets.ISO_8859_1),
                false, true);
    }

    /** Whether the watch that it opens ends after a second. */
    boolean endsByItself() {
        int limit = target.indexOf("timeoutSeconds=");
        return limit >= 0 && (target + "&").startsWith("timeoutSeconds=1&", limit);
    }

    boolean isDryRun() {
        return target.contains("dryRun");
    }

    /** Whether its path is outside the API groups, where answers are not objects. */
    boolean isElsewhere() {
        return !target.startsWith("/api/v1/") && !target.startsWith("/apis/");
    }

    /** Its beginning, for messages. */
    @Override
    public String toString() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.length() > 3000 ? text.substring(0, 3000) + " ... (" + bytes.length + " bytes)" : text;
    }
}
