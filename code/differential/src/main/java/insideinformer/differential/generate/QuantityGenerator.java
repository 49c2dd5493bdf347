package insideinformer.differential.generate;

import insideinformer.conformance.subject.QuantitySubject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of quantities: numbers at the limits of 64 bits and of the suffixes, and texts that are almost right.
 *
 * <p>It tries each step on the port first, and leaves out the steps in which the port deviates on purpose. These are
 * magnitudes without a suffix (QT-18), exponents of many digits (QT-11), the long -2^63 (QT-22, QT-23), and conversions
 * that do not fit (QT-30).
 */
final class QuantityGenerator implements TraceGenerator {

    private static final List<String> REGISTERS = List.of("a", "b", "c");
    private static final List<String> FORMATS = List.of("DecimalSI", "BinarySI", "DecimalExponent");
    private static final List<String> WHOLES = List.of(
            "0", "1", "2", "3", "5", "7", "8", "12", "64", "100", "250", "512", "999", "1000", "1023", "1024", "1025",
            "1500", "4096", "65536", "1048576", "007", "0100", "999999999", "99999999999", "123456789012",
            "123456789012345678", "999999999999999999", "1000000000000000000", "9223372036854775807",
            "9223372036854775808", "18446744073709551616", "100000000000000000000", "", "", "");
    private static final List<String> PARTS = List.of(
            "", ".", ".0", ".5", ".25", ".1", ".05", ".01", ".001", ".500", ".000", ".0001", ".000000001",
            ".0000000001", ".123456789", ".1234567891", ".999999999999999999");
    private static final List<String> SUFFIXES = List.of(
            "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E3", "e-3",
            "E-9", "e+6", "e0", "e1", "E21", "e-18", "e33");
    private static final List<String> WRONG_SUFFIXES = List.of(
            "K", "ki", "kI", "KB", "Zi", "Y", "e", "e+", "E-", "mm", "Kim", "e99999999999999999999", "i", "um", "eE3");
    private static final List<String> NOISE = List.of(
            "+", "-", ".", " ", "_", ",", "i", "m", "e", "E", "K", "M", "G", "x", "é", "٣");
    private static final List<String> JSON = List.of(
            "null", "true", "{}", "[1]", "\"\"", "\" \"", "10", "-1", "1.5", "1e3", "-0.25", "12E2", "0", " 7 ", "\n7",
            "123456789012345678901");
    private static final long[] LONGS = {
        0, 1, -1, 2, -2, 3, 7, 10, 999, -1000, 1000, 1023, 1024, -1024, 1500, 1048576, 999_999_999, 1_000_000_007,
        123_456_789_012_345_678L, 1L << 60, Long.MAX_VALUE, -Long.MAX_VALUE
    };
    private static final Map<String, Integer> OPERATIONS = new LinkedHashMap<>();

    static {
        OPERATIONS.put("parse", 28);
        OPERATIONS.put("readJson", 7);
        OPERATIONS.put("of", 3);
        OPERATIONS.put("ofMilli", 3);
        OPERATIONS.put("ofScaled", 2);
        OPERATIONS.put("ofDecimal", 3);
        OPERATIONS.put("copy", 3);
        OPERATIONS.put("add", 14);
        OPERATIONS.put("sub", 14);
        OPERATIONS.put("neg", 5);
        OPERATIONS.put("mul", 7);
        OPERATIONS.put("roundUp", 7);
        OPERATIONS.put("cmp", 7);
        OPERATIONS.put("cmpLong", 4);
        OPERATIONS.put("scaledValue", 4);
        OPERATIONS.put("milliValue", 3);
        OPERATIONS.put("approximateDouble", 4);
        OPERATIONS.put("writeJson", 4);
    }

    private static final Pattern LONG_EXPONENT = Pattern.compile("[eE][+-]?\\d{3,19}(?!\\d)");
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final int MOST_DIGITS = 60;
    private static final int KIBIS_BEYOND_LETTERS = 70; // 2^60 is Ei

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("quantity", seed);
        Map<String, Integer> operations = dice.temper(OPERATIONS, List.of("parse"));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        try {
            QuantitySubject.Registers registers = new QuantitySubject.Registers();
            for (int i = dice.between(15, 30); i > 0; i--) {
                steps.add(step(dice, operations, registers));
            }
        } catch (QuantityFormatException e) {
            throw new IllegalStateException("zero is a quantity", e);
        }
        return TraceGenerator.trace("quantity", seed, Difference.object(), steps);
    }

    private static ObjectNode step(Dice dice, Map<String, Integer> operations, QuantitySubject.Registers registers) {
        while (true) {
            ObjectNode step = Difference.object().put("op", dice.weighted(operations));
            ObjectNode args = step.putObject("args").put("reg", dice.of(REGISTERS));
            arguments(dice, step.path("op").stringValue(), args);
            if (isToBeCompared(step, registers)) {
                return step;
            }
        }
    }

    private static void arguments(Dice dice, String op, ObjectNode args) {
        switch (op) {
            case "parse" -> args.put("text", text(dice));
            case "readJson" -> args.put("json", dice.percent(45) ? dice.of(JSON) : quoted(dice));
            case "of", "ofMilli" -> args.put("value", longValue(dice)).put("format", dice.of(FORMATS));
            case "ofScaled" -> args.put("value", longValue(dice)).put("scale", dice.between(-9, 18));
            case "ofDecimal" -> args
                    .put("unscaled", dice.of("0", "1", "-1", "1000", "1500", "-1024", "9223372036854775808",
                            "123456789012345678901234567890"))
                    .put("scale", dice.of(-3, -1, 0, 1, 3, 9))
                    .put("format", dice.of(FORMATS));
            case "copy", "add", "sub", "cmp" -> args.put("other", dice.of(REGISTERS));
            case "mul" -> args.put("by", longValue(dice));
            case "roundUp" -> args.put("scale", dice.between(-9, 12));
            case "cmpLong" -> args.put("value", longValue(dice));
            case "scaledValue" -> args.put("scale", dice.between(-9, 9));
            default -> {}
        }
    }

    private static long longValue(Dice dice) {
        return LONGS[dice.below(LONGS.length)];
    }

    private static String quoted(Dice dice) {
        return "\"" + dice.of("", "", " ", "  ") + text(dice) + dice.of("", "", " ") + "\"";
    }

    private static String text(Dice dice) {
        String text = dice.of("", "", "", "", "-", "-", "+") + dice.of(WHOLES)
                + (dice.percent(45) ? dice.of(PARTS) : "")
                + (dice.percent(6) ? dice.of(WRONG_SUFFIXES) : dice.of(SUFFIXES));
        if (dice.percent(10)) {
            int at = dice.between(0, text.length());
            text = text.substring(0, at) + dice.of(NOISE) + text.substring(at);
        }
        return text;
    }

    /** Does the step and keeps it. A step to leave out changes nothing. */
    private static boolean isToBeCompared(ObjectNode step, QuantitySubject.Registers registers) {
        ObjectNode args = (ObjectNode) step.path("args");
        if (LONG_EXPONENT.matcher(args.path("text").asString(args.path("json").asString(""))).find()) {
            return false;
        }
        String register = args.path("reg").stringValue();
        Quantity before = registers.get(register);
        try {
            registers.perform(step.path("op").stringValue(), args);
        } catch (QuantityFormatException e) {
            return true;
        } catch (ArithmeticException e) {
            return false;
        }
        if (isLikeUpstream(registers.get(register))) {
            return true;
        }
        registers.put(register, before);
        return false;
    }

    private static boolean isLikeUpstream(Quantity quantity) {
        BigDecimal number = quantity.asDecimal();
        boolean hasLetter = switch (quantity.format()) {
            case DECIMAL_SI -> !quantity.canonical().contains("e");
            case BINARY_SI -> !quantity.canonical().contains("e") && !hasOnlyKibisBeyondLetters(number);
            case DECIMAL_EXPONENT -> true;
        };
        boolean least = number.unscaledValue().equals(LEAST)
                || number.stripTrailingZeros().unscaledValue().equals(LEAST);
        return hasLetter && !least && number.precision() + Math.abs(number.scale()) <= MOST_DIGITS;
    }

    private static boolean hasOnlyKibisBeyondLetters(BigDecimal number) {
        return number.signum() != 0
                && number.stripTrailingZeros().scale() <= 0
                && number.toBigIntegerExact().getLowestSetBit() >= KIBIS_BEYOND_LETTERS;
    }
}
