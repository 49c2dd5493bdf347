package insideinformer.conformance.subject;

import insideinformer.conformance.trace.TraceJson;
import insideinformer.selectors.InvalidSelectorException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Label selectors or field selectors: of queries, of objects, and combined.
 *
 * @param selector makes the object under test
 */
record SelectorSubject(String name, Supplier<TraceSubject.UnderTest> selector) implements TraceSubject {

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return failure instanceof InvalidSelectorException
                        || failure instanceof FieldSelectorUnderTest.UnknownFieldException
                ? Optional.of("invalid")
                : Optional.empty();
    }

    record Config(boolean extended) {}

    @Override
    public UnderTest make(JsonNode config) {
        TraceJson.read(config, Config.class);
        return selector.get();
    }
}
