package insideinformer.client;

import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.json.JsonInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Decodes a list while it arrives, one item at a time. It never holds the whole text.
 *
 * <p>Upstream: the decoders of {@code runtime/serializer/json}, with the streaming that client-go leaves to them.
 */
final class ListDecoder {

    private ListDecoder() {}

    /**
     * @throws IOException if the answer is no list
     * @throws tools.jackson.core.JacksonException if it is no JSON or breaks off
     */
    static <T extends KubernetesObject> KubernetesList<T> decode(InputStream json, ObjectDecoder<T> objects)
            throws IOException {
        String apiVersion = "";
        String kind = "";
        ListMeta metadata = new ListMeta(null, null, null, Map.of());
        List<T> items = null;
        Set<String> unread = new HashSet<>();
        JsonInput input = new JsonInput(json);
        try (JsonParser parser = input.parser()) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the answer is no list but begins with " + parser.currentToken());
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (field) {
                    case "apiVersion" -> apiVersion = ObjectDecoder.takeText(parser);
                    case "kind" -> kind = ObjectDecoder.takeText(parser);
                    case "metadata" -> metadata = value == JsonToken.VALUE_NULL
                            ? metadata
                            : ObjectDecoder.reader(ListMeta.class).readValue(parser);
                    case "items" -> items = items(input, parser, objects, unread);
                    default -> parser.skipChildren();
                }
            }
        }
        if (items == null || kind.equals("Table")) {
            throw new IOException("the answer is no list of " + objects.resource().gvr() + " but a " + apiVersion
                    + ", Kind=" + kind);
        }
        return new KubernetesList<>(metadata, items, unread);
    }

    private static <T extends KubernetesObject> @Nullable List<T> items(
            JsonInput input, JsonParser parser, ObjectDecoder<T> objects, Set<String> unread) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return List.of(); // some servers write this for an empty list
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return null;
        }
        List<T> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            ObjectDecoder.Result<T> result = objects.read(input, parser);
            result.object().ifPresent(items::add);
            result.problem().ifPresent(problem -> unread.add(objects.report(result.text(), problem)));
        }
        return items;
    }
}
