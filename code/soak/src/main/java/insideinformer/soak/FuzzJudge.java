package insideinformer.soak;

import insideinformer.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Says what is wrong with an answer, whatever the request was. */
final class FuzzJudge {

    /** Refusals with a 5xx that the real server gives, too. Every other code above 499 is a failure. */
    private static final List<String> KNOWN = List.of(
            "500 resourceVersion should not be set on objects to be created",
            "500 strconv.ParseUint: parsing ",
            "500 resourceVersion: Invalid value: ",
            "504 Timeout: Too large resource version: ",
            "505 ");
    private static final List<String> EVENTS = List.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR");

    private FuzzJudge() {}

    static Optional<String> problem(FuzzRequest request, Wire.Answer answer) {
        int code = answer.code();
        if (code >= 500) {
            String told = code + " " + answer.json().path("message").asString("");
            if (KNOWN.stream().noneMatch(told::startsWith)) {
                return Optional.of("it answers " + told);
            }
        }
        if (request.method().equals("HEAD") || code == 304) {
            return Optional.empty();
        }
        return code < 300 ? problemOfSuccess(request, answer) : problemOfRefusal(answer);
    }

    private static Optional<String> problemOfRefusal(Wire.Answer answer) {
        if (answer.code() == 404 && answer.text().equals("404 page not found\n")) {
            return Optional.empty(); // the real server's answer for a path without an API
        }
        JsonNode status = answer.json();
        boolean isStatus = answer.header("content-type").equals("application/json")
                && status.path("kind").asString("").equals("Status")
                && status.path("apiVersion").asString("").equals("v1")
                && status.path("status").asString("").equals("Failure")
                && status.path("code").asInt(0) == answer.code()
                && !status.path("message").asString("").isBlank();
        return isStatus ? Optional.empty() : Optional.of("a refusal is no Status");
    }

    private static Optional<String> problemOfSuccess(FuzzRequest request, Wire.Answer answer) {
        String type = answer.header("content-type");
        if (!type.startsWith("application/json")) {
            return type.startsWith("text/plain")
                    ? Optional.empty()
                    : Optional.of("a success of the type '" + type + "'");
        }
        if (answer.json().isObject() && answer.json().has("kind") || request.isElsewhere()) {
            return Optional.empty();
        }
        return request.target().contains("watch")
                ? problemOfEvents(answer.text())
                : Optional.of("a success without a JSON object");
    }

    private static Optional<String> problemOfEvents(String text) {
        if (!text.isEmpty() && !text.endsWith("\n")) {
            return Optional.of("a watch ends within an event");
        }
        for (String line : text.lines().toList()) {
            JsonNode event;
            try {
                event = Json.MAPPER.readTree(line);
            } catch (JacksonException e) {
                return Optional.of("an event is no JSON");
            }
            if (!EVENTS.contains(event.path("type").asString("")) || !event.path("object").has("kind")) {
                return Optional.of("an event without type or object");
            }
        }
        return Optional.empty();
    }
}
