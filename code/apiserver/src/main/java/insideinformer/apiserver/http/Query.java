package insideinformer.apiserver.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a URL, decoded. */
public final class Query {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    static final Query NONE = new Query("");

    /**
     * @param raw what stands behind the question mark
     * @throws IllegalArgumentException if it has a percent sign with no two hexadecimal digits behind it
     */
    public Query(String raw) {
        if (raw.isEmpty()) {
            return;
        }
        for (String pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            String key = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            values.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
        }
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** The first value; empty if there is none. */
    public String first(String key) {
        return all(key).stream().findFirst().orElse("");
    }

    public List<String> all(String key) {
        return values.getOrDefault(key, List.of());
    }

    /** Missing, {@code 0} and {@code false} are false, every other value is true, also the empty one. */
    public boolean flag(String key) {
        return has(key) && !first(key).equals("0") && !first(key).equalsIgnoreCase("false");
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
