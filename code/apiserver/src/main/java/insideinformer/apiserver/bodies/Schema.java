package insideinformer.apiserver.bodies;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which fields the built-in kinds have, as their Go types say: number in protobuf, name in JSON, type. Read once, when
 * the first body is, from a table that the module's recorder writes from those types.
 *
 * <p>Upstream: {@code k8s.io/api}, the tags of its types.
 */
final class Schema {

    /** How a value stands in JSON and in protobuf. */
    enum Form {
        STRING("string"),
        BOOL("bool"),
        INT32("int32"),
        INT64("int64"),
        BYTES("[]uint8"),
        QUANTITY("resource.Quantity"),
        TIME("v1.Time"),
        MICROTIME("v1.MicroTime"),
        INTORSTRING("intstr.IntOrString"),
        FIELDSV1("v1.FieldsV1");

        private final String go;

        Form(String go) {
            this.go = go;
        }
    }

    /** A type, with the name that Go gives it in messages. */
    sealed interface Type {

        String go();

        record Plain(Form form, String go) implements Type {}

        record Pointer(Type target) implements Type {
            @Override
            public String go() {
                return "*" + target.go();
            }
        }

        record ListOf(Type element, String go) implements Type {}

        record MapOf(Type value, String go) implements Type {}

        record Struct(Message message, String go) implements Type {}

        /** The type without pointers. */
        default Type target() {
            return this instanceof Pointer(Type target) ? target.target() : this;
        }
    }

    /** When JSON has a field that holds nothing. */
    enum Presence {
        ALWAYS,
        OMITEMPTY,
        OMITZERO
    }

    /**
     * @param number 0 where protobuf has no such field
     * @param name begins with a dot where its fields stand inline in JSON
     * @param goPath the name, behind the names of the structs in which it stands inline
     */
    record Field(int number, String name, String goPath, Type type, Presence presence) {

        boolean isInline() {
            return name.startsWith(".");
        }

        private Field inside(String struct) {
            return new Field(number, name, struct + "." + goPath, type, presence);
        }
    }

    /** A struct of Go, a message of protobuf, an object of JSON. */
    static final class Message {

        private final String name;
        private final List<Field> fields = new ArrayList<>();
        private final Map<Integer, Field> byNumber = new HashMap<>();
        private volatile @Nullable Map<String, Field> byName; // made when first asked for; several threads can make it

        Message(String name) {
            this.name = name;
        }

        /** Such as {@code ServicePort}. */
        String name() {
            return name;
        }

        List<Field> fields() {
            return fields;
        }

        @Nullable Field number(int number) {
            return byNumber.get(number);
        }

        /** The fields of its JSON, those that stand inline among them. */
        Map<String, Field> byName() {
            Map<String, Field> known = byName;
            if (known != null) {
                return known;
            }
            Map<String, Field> all = new HashMap<>();
            for (Field field : fields) {
                if (field.isInline() && field.type().target() instanceof Type.Struct(Message inner, String go)) {
                    String struct = field.name().substring(1);
                    inner.byName().forEach((name, it) -> all.put(name, it.inside(struct)));
                } else {
                    all.put(field.name(), field);
                }
            }
            byName = all;
            return all;
        }

        private void add(Field field) {
            fields.add(field);
            if (field.number() > 0) {
                byNumber.put(field.number(), field);
            }
        }
    }

    private final Map<String, Message> messages = new LinkedHashMap<>();
    private final Map<String, Message> kinds = new HashMap<>();

    private Schema(BufferedReader lines) throws IOException {
        Message current = new Message("");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.strip().split(" ");
            if (words[0].equals("kind")) {
                kinds.put(words[1] + " " + words[2], message(words[3]));
            } else if (line.startsWith(" ")) {
                current.add(new Field(Integer.parseInt(words[0]), words[1], words[1], type(words[2]),
                        Presence.valueOf(words[3].toUpperCase(Locale.ROOT))));
            } else if (!line.startsWith("#")) {
                current = message(words[0]);
            }
        }
    }

    /** What is known of the kind; null for one that is not built in. */
    static @Nullable Message of(String apiVersion, String kind) {
        return Loaded.SCHEMA.kinds.get(apiVersion + " " + kind);
    }

    /** What all kinds have: metadata. */
    static Message custom(String kind) {
        Message message = new Message(kind);
        Message metadata = requireNonNull(Loaded.SCHEMA.messages.get("meta/v1.ObjectMeta"));
        Type type = new Type.Struct(metadata, "v1.ObjectMeta");
        message.add(new Field(0, "metadata", "metadata", type, Presence.OMITEMPTY));
        return message;
    }

    private Message message(String id) {
        return messages.computeIfAbsent(id, i -> new Message(i.substring(i.lastIndexOf('.') + 1)));
    }

    private Type type(String text) {
        if (text.startsWith("*")) {
            return new Type.Pointer(type(text.substring(1)));
        }
        if (text.startsWith("[]")) {
            Type element = type(text.substring(2));
            return new Type.ListOf(element, "[]" + element.go());
        }
        if (text.startsWith("{}")) {
            Type value = type(text.substring(2));
            return new Type.MapOf(value, "map[string]" + value.go());
        }
        int named = text.indexOf('=');
        if (named > 0) {
            return named(type(text.substring(named + 1)), text.substring(0, named));
        }
        if (text.contains("/")) {
            return new Type.Struct(message(text), text.substring(text.indexOf('/') + 1));
        }
        Form form = Form.valueOf(text.toUpperCase(Locale.ROOT));
        return new Type.Plain(form, form.go);
    }

    private static Type named(Type type, String go) {
        return switch (type) {
            case Type.Plain(Form form, String plain) -> new Type.Plain(form, go);
            case Type.ListOf(Type element, String plain) -> new Type.ListOf(element, go);
            case Type.MapOf(Type value, String plain) -> new Type.MapOf(value, go);
            default -> throw new IllegalStateException("only texts, numbers, lists and maps have two names: " + go);
        };
    }

    /** Loads the table when it is first needed. */
    private static final class Loaded {

        private static final Schema SCHEMA = load();

        private static Schema load() {
            try (var lines = new BufferedReader(new InputStreamReader(
                    requireNonNull(Schema.class.getResourceAsStream("fields.txt"), "fields.txt"),
                    StandardCharsets.UTF_8))) {
                return new Schema(lines);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
