package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.Status;
import insideinformer.api.WatchEvent;
import insideinformer.json.Json;
import insideinformer.json.JsonInput;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;

/**
 * Decodes the events of a watch: a stream of JSON objects, with or without white space between them, which the network
 * can cut into pieces anywhere. An object of another kind, or one that does not fit its class, does not end the stream.
 * It becomes a {@link WatchEvent.Unknown}.
 *
 * <p>For one thread. Upstream: {@code client-go rest/watch/decoder.go, Decoder}.
 */
final class EventDecoder<T extends KubernetesObject> implements AutoCloseable {

    private final JsonInput input;
    private final String apiVersion; // of the kind that is watched
    private final ObjectDecoder<T> objects;
    private @Nullable JsonParser parser; // made by the first call of next()

    EventDecoder(InputStream json, ObjectDecoder<T> objects) {
        this.input = new JsonInput(json);
        this.apiVersion = objects.resource().gvk().apiVersion();
        this.objects = objects;
    }

    /**
     * Reads the next event. It returns as soon as the end of the event has arrived.
     *
     * @return empty at the end of the stream
     * @throws JacksonException if the stream breaks off, fails or is no JSON
     */
    Optional<WatchEvent<T>> next() {
        if (parser == null) {
            parser = input.parser();
        }
        JsonToken first = parser.nextToken();
        if (first == null) {
            return Optional.empty();
        }
        if (first != JsonToken.START_OBJECT) {
            throw new StreamReadException(parser, "an event must be a JSON object");
        }
        String type = "";
        WatchEvent<T> event = null;
        byte[] early = null; // an object that came before its type
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "type" -> type = ObjectDecoder.takeText(parser);
                case "object" -> {
                    if (type.isEmpty()) {
                        early = takeBytes(input, parser);
                    } else {
                        event = event(type, input, parser);
                    }
                }
                default -> parser.skipChildren();
            }
        }
        if (event == null && early != null) {
            JsonInput again = new JsonInput(new ByteArrayInputStream(early));
            try (JsonParser object = again.parser()) {
                object.nextToken();
                event = event(type, again, object);
            }
        }
        return Optional.of(event != null ? event : new WatchEvent.Unknown<>(type, "the event has no object"));
    }

    private static byte[] takeBytes(JsonInput input, JsonParser parser) {
        long start = input.mark(parser);
        parser.skipChildren();
        return input.textFrom(start, parser);
    }

    private WatchEvent<T> event(String type, JsonInput input, JsonParser parser) {
        if (type.equals("ERROR")) {
            return new WatchEvent.Error<>(status(takeBytes(input, parser)));
        }
        ObjectDecoder.Result<T> result = objects.read(input, parser);
        T object = result.object().orElse(null);
        Head head = object == null
                ? head(result.text()) : new Head(orEmpty(object.apiVersion()), orEmpty(object.kind()));
        if (isForeign(head)) {
            return new WatchEvent.Unknown<>(type, "expected " + objects.resource().gvk() + " but got " + head);
        }
        if (object == null) {
            String key = objects.report(result.text(), result.problem().orElseThrow());
            return new WatchEvent.Unknown<>(
                    type, objects.resource().kind() + " " + key + " could not be decoded", null, key);
        }
        return switch (type) {
            case "ADDED" -> new WatchEvent.Added<>(object);
            case "MODIFIED" -> new WatchEvent.Modified<>(object);
            case "DELETED" -> new WatchEvent.Deleted<>(object);
            case "BOOKMARK" -> new WatchEvent.Bookmark<>(object);
            default -> new WatchEvent.Unknown<>(type, "there is no event type '" + type + "'", object);
        };
    }

    /** The Status in an ERROR event. If there is something else, a Status that says so. */
    private static Status status(byte[] text) {
        Head head = head(text);
        if (head.kind().equals("Status")) {
            try {
                return Json.MAPPER.readValue(text, Status.class);
            } catch (JacksonException e) {
                return unexpected("a Status that cannot be decoded: " + Json.problem(e));
            }
        }
        return unexpected("a " + head);
    }

    /** A Status with a reason that {@link insideinformer.api.ApiErrors} does not know. */
    private static Status unexpected(String what) {
        return new Status(
                "v1", "Status", null, "Failure", "unexpected object: the watch ended with " + what, "UnexpectedObject",
                null, null, Map.of());
    }

    /**
     * Whether the object says that it is of another kind than the one watched. An object that does not say its kind
     * counts as one of the kind watched.
     */
    private boolean isForeign(Head head) {
        ApiResource<T> resource = objects.resource();
        boolean same = (head.kind().isEmpty() || head.kind().equals(resource.kind()))
                && (head.apiVersion().isEmpty() || head.apiVersion().equals(apiVersion));
        return !same;
    }

    private record Head(String apiVersion, String kind) {

        @Override
        public String toString() {
            return apiVersion + ", Kind=" + kind;
        }
    }

    private static Head head(byte[] text) {
        JsonNode object = Json.MAPPER.readTree(text);
        return new Head(object.path("apiVersion").asString(""), object.path("kind").asString(""));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Override
    public void close() {
        if (parser != null) {
            parser.close();
        }
    }
}
