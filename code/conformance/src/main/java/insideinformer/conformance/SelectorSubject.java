package insideinformer.conformance;

import insideinformer.api.InvalidSelectorException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Selectors as a query language, which is all that the port has of them.
 *
 * @param row of the catalogue
 * @param selector makes the one selector of a trace
 */
record SelectorSubject(String name, String row, Supplier<Subject.UnderTest> selector) implements Subject {

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public List<String> neededRows(JsonNode config) {
        return config.path("extended").asBoolean(false) ? List.of(row + " beyond the query language") : List.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return failure instanceof InvalidSelectorException ? Optional.of("invalid") : Optional.empty();
    }

    record Config(boolean extended) {}

    @Override
    public UnderTest make(JsonNode config) {
        TraceJson.read(config, Config.class);
        return selector.get();
    }
}
