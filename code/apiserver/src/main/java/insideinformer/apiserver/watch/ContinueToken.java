package insideinformer.apiserver.watch;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the next page of a list begins.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/continue.go}.
 *
 * @param revision the state that all pages show; −1: the newest
 * @param after the last key that was sent, within the collection: a name, or {@code namespace/name}
 */
record ContinueToken(long revision, String after) {

    private static final String VERSION = "meta.k8s.io/v1";

    String encode() {
        // the zero byte is the least that can follow a key; the slash belongs to a start of a fixed revision only
        return encode(revision, (revision < 0 ? "" : "/") + after + "\0");
    }

    static ContinueToken decode(String token) throws ApiException {
        byte[] json;
        try {
            json = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            throw refused("illegal base64 data at input byte " + firstIllegal(token));
        }
        JsonNode tree;
        try {
            tree = Json.MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw refused(e.getOriginalMessage());
        }
        String version = tree.path("v").asString("");
        if (!version.equals(VERSION)) {
            throw refused("server does not recognize this encoded version " + version);
        }
        long revision = tree.path("rv").asLong(0);
        if (revision == 0) {
            throw Errors.badRequest(
                    "invalid continue token: incorrect encoded start resourceVersion (version " + VERSION + ")");
        }
        String start = tree.path("start").asString("");
        if (start.isEmpty()) {
            throw refused("encoded start key empty (version " + VERSION + ")");
        }
        String key = start.startsWith("/") ? start.substring(1) : start;
        if (Arrays.asList(key.replace("\0", "").split("/", -1)).contains("..")) {
            throw refused(start);
        }
        return new ContinueToken(revision, key.endsWith("\0") ? key.substring(0, key.length() - 1) : key);
    }

    private static String encode(long revision, String start) {
        ObjectNode tree = Json.MAPPER.createObjectNode().put("v", VERSION).put("rv", revision).put("start", start);
        byte[] json = Json.MAPPER.writeValueAsString(tree).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    private static int firstIllegal(String token) {
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')) {
                return i;
            }
        }
        return token.length();
    }

    private static ApiException refused(String why) {
        return Errors.badRequest("invalid continue token: continue key is not valid: " + why);
    }
}
