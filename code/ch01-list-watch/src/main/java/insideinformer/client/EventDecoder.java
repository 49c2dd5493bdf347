package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.Json;
import insideinformer.api.KubernetesObject;
import insideinformer.api.Status;
import insideinformer.api.WatchEvent;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Decodes the events of a watch stream: JSON objects one behind the other, with or without white space between them,
 * however the network cuts them into pieces. What an event carries is never worth ending the stream: an object of
 * another kind, or one that does not fit its class, becomes a {@link WatchEvent.Unknown}.
 *
 * <p>For one thread. Upstream: {@code client-go rest/watch/decoder.go, Decoder}.
 */
final class EventDecoder<T extends KubernetesObject> implements AutoCloseable {

    private final InputStream json;
    private final ObjectDecoder<T> objects;
    private @Nullable JsonParser parser; // made by the first call of next: making one waits for the first bytes

    EventDecoder(InputStream json, ObjectDecoder<T> objects) {
        this.json = json;
        this.objects = objects;
    }

    /**
     * Reads up to the end of the next event and not a byte further than what has arrived.
     *
     * @return empty at the end of the stream
     * @throws JacksonException if the stream breaks off, fails, or is no JSON
     */
    Optional<WatchEvent<T>> next() {
        if (parser == null) {
            parser = Json.MAPPER.createParser(json);
        }
        JsonToken first = parser.nextToken();
        if (first == null) {
            return Optional.empty();
        }
        if (first != JsonToken.START_OBJECT) {
            throw new StreamReadException(parser, "an event must be a JSON object");
        }
        String type = "";
        TokenBuffer object = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "type" -> type = ObjectDecoder.takeText(parser);
                case "object" -> object = ObjectDecoder.take(parser);
                default -> parser.skipChildren();
            }
        }
        if (object == null) {
            return Optional.of(new WatchEvent.Unknown<>(type, "the event has no object"));
        }
        return Optional.of(type.equals("ERROR") ? new WatchEvent.Error<>(status(object)) : event(type, object));
    }

    private WatchEvent<T> event(String type, TokenBuffer tokens) {
        String foreign = foreignKind(tokens);
        if (foreign != null) {
            return new WatchEvent.Unknown<>(type, "expected " + objects.resource().gvk() + " but got " + foreign);
        }
        T object = objects.decode(tokens).orElse(null);
        if (object == null) {
            return new WatchEvent.Unknown<>(type, objects.resource().kind() + " " + ObjectDecoder.key(tokens)
                    + " could not be decoded");
        }
        return switch (type) {
            case "ADDED" -> new WatchEvent.Added<>(object);
            case "MODIFIED" -> new WatchEvent.Modified<>(object);
            case "DELETED" -> new WatchEvent.Deleted<>(object);
            case "BOOKMARK" -> new WatchEvent.Bookmark<>(object);
            default -> new WatchEvent.Unknown<>(type, "there is no event type '" + type + "'", object);
        };
    }

    /** The Status in an ERROR event, whatever kind is watched; one that says so if something else stands there. */
    private static Status status(TokenBuffer tokens) {
        Head head = head(tokens);
        if (head.kind().equals("Status")) {
            try {
                return Json.MAPPER.readValue(tokens, Status.class);
            } catch (JacksonException e) {
                return unexpected("a Status that cannot be decoded: " + e.getOriginalMessage());
            }
        }
        return unexpected("a " + head.apiVersion() + ", Kind=" + head.kind());
    }

    /** Of no class that {@link insideinformer.api.ApiErrors} knows. */
    private static Status unexpected(String what) {
        return new Status(
                "v1", "Status", null, "Failure", "unexpected object: the watch ended with " + what, "UnexpectedObject",
                null, null, Map.of());
    }

    /**
     * What the object calls itself if that is not the kind watched; an object that says nothing is taken at its word.
     */
    private @Nullable String foreignKind(TokenBuffer tokens) {
        ApiResource<T> resource = objects.resource();
        Head head = head(tokens);
        boolean same = (head.kind().isEmpty() || head.kind().equals(resource.kind()))
                && (head.apiVersion().isEmpty() || head.apiVersion().equals(resource.gvk().apiVersion()));
        return same ? null : head.apiVersion() + ", Kind=" + head.kind();
    }

    private record Head(String apiVersion, String kind) {}

    private static Head head(TokenBuffer tokens) {
        String apiVersion = "";
        String kind = "";
        try (JsonParser object = tokens.asParser()) {
            if (object.nextToken() == JsonToken.START_OBJECT) {
                while (object.nextToken() != JsonToken.END_OBJECT) {
                    String field = object.currentName();
                    object.nextToken();
                    switch (field) {
                        case "apiVersion" -> apiVersion = ObjectDecoder.takeText(object);
                        case "kind" -> kind = ObjectDecoder.takeText(object);
                        default -> object.skipChildren();
                    }
                }
            }
        }
        return new Head(apiVersion, kind);
    }

    @Override
    public void close() {
        if (parser != null) {
            parser.close();
        }
    }
}
