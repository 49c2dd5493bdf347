package insideinformer.quota;

import java.util.Map;
import java.util.Optional;

/** The used amount of each name of a quota. A name that could not be counted is absent, and the error says why. */
public record CalculatedUsage(Map<String, Quantity> used, Optional<AggregateException> error) {}
