package insideinformer.quota;

import java.util.Map;
import java.util.Optional;

/** What a quota's names are used up to, and what could not be counted: names that failed are absent, not zero. */
public record CalculatedUsage(Map<String, Quantity> used, Optional<AggregateException> error) {}
