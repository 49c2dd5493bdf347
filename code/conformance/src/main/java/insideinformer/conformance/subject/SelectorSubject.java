package insideinformer.conformance.subject;

import insideinformer.conformance.trace.TraceJson;
import insideinformer.selectors.InvalidSelectorException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Selectors: those of queries, those of objects, and what can be made of them.
 *
 * @param selector makes the one selector of a trace
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
