package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.quota.Quantity;
import insideinformer.quota.Quantity.Format;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuantityJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Quantity: three registers, each of which holds one quantity. */
public final class QuantitySubject implements TraceSubject {

    private static final Map<String, Format> FORMATS = Map.of(
            "DecimalSI", Format.DECIMAL_SI, "BinarySI", Format.BINARY_SI, "DecimalExponent", Format.DECIMAL_EXPONENT);

    @Override
    public String name() {
        return "quantity";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return failure instanceof QuantityFormatException e
                ? Optional.of(switch (e.kind()) {
                    case FORMAT_WRONG -> "FormatWrong";
                    case SUFFIX -> "Suffix";
                    case NUMERIC -> "Numeric";
                    case TOO_LONG -> "TooLong"; // never recorded: upstream has no limit
                })
                : Optional.empty();
    }

    record Config() {}

    @Override
    public UnderTest make(JsonNode config) throws QuantityFormatException {
        TraceJson.read(config, Config.class);
        return new Registers();
    }

    /** Generators use the registers, too. */
    public static final class Registers implements UnderTest {

        private final Map<String, Quantity> registers = new HashMap<>();
        private String seen = "a"; // the register of the last operation

        public Registers() throws QuantityFormatException {
            for (String name : new String[] {"a", "b", "c"}) {
                registers.put(name, Quantity.parse("0"));
            }
        }

        public Quantity get(String register) {
            Quantity held = registers.get(register);
            if (held == null) {
                throw new IllegalArgumentException("no register " + register + "; there are " + registers.keySet());
            }
            return held;
        }

        public void put(String register, Quantity value) {
            registers.put(register, value);
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws QuantityFormatException {
            seen = TraceJson.text(args, "reg");
            Quantity mine = get(seen);
            switch (op) {
                case "cmp" -> {
                    return Difference.object().put("cmp", mine.cmp(other(args)));
                }
                case "cmpLong" -> {
                    return Difference.object().put("cmp", mine.cmp(TraceJson.number(args, "value")));
                }
                case "scaledValue" -> {
                    return Difference.object().put("value", mine.scaledValue(scale(args)));
                }
                case "milliValue" -> {
                    return Difference.object().put("value", mine.milliValue());
                }
                case "approximateDouble" -> {
                    return Difference.object().put("double", mine.asApproximateDouble());
                }
                case "writeJson" -> {
                    return Difference.object().put("json", QuantityJson.write(mine));
                }
                case "mul" -> {
                    Quantity.Product product = mine.mul(TraceJson.number(args, "by"));
                    put(seen, product.value());
                    return Difference.object().put("fits", product.fits());
                }
                case "roundUp" -> {
                    Quantity.Rounded rounded = mine.roundUp(scale(args));
                    put(seen, rounded.value());
                    return Difference.object().put("exact", rounded.exact());
                }
                default -> put(seen, made(op, args, mine));
            }
            return null;
        }

        private Quantity made(String op, JsonNode args, Quantity mine) throws QuantityFormatException {
            return switch (op) {
                case "parse" -> Quantity.parse(TraceJson.text(args, "text"));
                case "readJson" -> QuantityJson.read(TraceJson.text(args, "json"));
                case "of" -> Quantity.of(TraceJson.number(args, "value"), format(args));
                case "ofMilli" -> Quantity.ofMilli(TraceJson.number(args, "value"), format(args));
                case "ofScaled" -> Quantity.ofScaled(TraceJson.number(args, "value"), scale(args));
                case "ofDecimal" -> Quantity.of(
                        new BigDecimal(new BigInteger(TraceJson.text(args, "unscaled")), scale(args)), format(args));
                case "copy" -> other(args);
                case "add" -> mine.add(other(args));
                case "sub" -> mine.sub(other(args));
                case "neg" -> mine.neg();
                default -> throw new IllegalArgumentException("no operation " + op);
            };
        }

        private Quantity other(JsonNode args) {
            return get(TraceJson.text(args, "other"));
        }

        private static int scale(JsonNode args) {
            return Math.toIntExact(TraceJson.number(args, "scale"));
        }

        private static Format format(JsonNode args) {
            String name = TraceJson.text(args, "format");
            return Optional.ofNullable(FORMATS.get(name))
                    .orElseThrow(() -> new IllegalArgumentException("no format " + name));
        }

        @Override
        public JsonNode state() {
            Quantity mine = get(seen);
            ObjectNode state = Difference.object()
                    .put("text", mine.toString())
                    .put("canonical", mine.canonical())
                    .put("format", FORMATS.entrySet().stream()
                            .filter(format -> format.getValue() == mine.format()).findFirst().orElseThrow().getKey())
                    .put("sign", mine.sign());
            mine.asLong().ifPresentOrElse(value -> state.put("asLong", value), () -> state.putNull("asLong"));
            try {
                state.put("value", mine.value());
            } catch (ArithmeticException e) {
                state.putNull("value"); // it does not fit 64 bits
            }
            return state;
        }
    }
}
