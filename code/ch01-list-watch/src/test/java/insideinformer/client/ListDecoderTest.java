package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.json.JsonInput;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

class ListDecoderTest {

    private static final int MANY = 20_000; // items
    private static final int READ_AHEAD = 8_000; // bytes; the parser's buffer

    /** A list without an end, made while it is read. */
    private static final class EndlessList extends InputStream {

        private byte[] now = "{\"kind\":\"ConfigMapList\",\"items\":[".getBytes(StandardCharsets.UTF_8);
        private int at;
        private int made;
        private final String item;

        /** @param item with {@code %d} for its number */
        EndlessList(String item) {
            this.item = item;
        }

        /** How many items have been begun to be handed out. */
        int made() {
            return made;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            read(one, 0, 1);
            return one[0];
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (at == now.length) {
                now = ((made == 0 ? "" : ",") + item.formatted(made)).getBytes(StandardCharsets.UTF_8);
                at = 0;
                made++;
            }
            int n = Math.min(length, now.length - at);
            System.arraycopy(now, at, target, offset, n);
            at += n;
            return n;
        }
    }

    /** Ends a list that has no end. */
    private static final class Enough extends RuntimeException {}

    @Test
    void items_are_decoded_one_by_one_as_they_come_and_the_text_of_those_before_is_not_kept() throws Exception {
        String item = "{\"metadata\":{\"name\":\"map-%d\"},\"data\":{\"k\":\"" + "v".repeat(1_000) + "\"},\"other\":[1,2]}";
        JsonInput input = new JsonInput(new EndlessList(item));
        ObjectDecoder<ConfigMap> objects = new ObjectDecoder<>(ApiResource.CONFIG_MAPS, UndecodableObjects.LOG);

        try (JsonParser parser = input.parser()) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // the items are next
            }
            for (int i = 0; i < MANY; i++) {
                parser.nextToken();
                ConfigMap map = objects.read(input, parser).object().orElseThrow();

                assertThat(map.metadata().name()).isEqualTo("map-" + i);
                assertThat(input.held()).isLessThanOrEqualTo(item.length() + READ_AHEAD);
            }
        }
    }

    @Test
    void a_list_is_read_no_further_ahead_than_the_parser_buffers() {
        EndlessList list = new EndlessList("{\"metadata\":{\"name\":%d,\"labels\":[]},\"data\":{\"k\":\"" + "v".repeat(1_000) + "\"}}");
        List<Integer> ahead = new ArrayList<>();
        ObjectDecoder<ConfigMap> refusing = new ObjectDecoder<>(ApiResource.CONFIG_MAPS, (resource, key, problem) -> {
            ahead.add(list.made() - ahead.size());
            if (ahead.size() == MANY) {
                throw new Enough();
            }
        });

        assertThatThrownBy(() -> ListDecoder.decode(list, refusing)).isInstanceOf(Enough.class);

        assertThat(ahead).hasSize(MANY).allMatch(items -> items <= 1 + READ_AHEAD / 1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "5", "null", "\"text\"", "[1,[{\"a\":[]}],{}]", "[]",
        "{\"metadata\":{\"labels\":[[{\"a\":1}]],\"name\":\"bad\"},\"x\":{\"y\":[1]}}",
        "{\"metadata\":{\"name\":\"bad\",\"generation\":99999999999999999999,\"x\":{}},\"y\":[]}",
        "{\"metadata\":{\"name\":\"bad\",\"labels\":{\"a\":{}}}}",
        "{\"metadata\":[],\"data\":{\"k\":{\"deep\":[{}]}}}",
        "{\"x\":{\"y\":1},\"data\":{\"k\":[1]}}"
    })
    void behind_an_item_that_does_not_fit_its_class_the_list_goes_on(String bad) throws Exception {
        String good = "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"k\":\"v\"},\"other\":[1,{}]}";
        String json = "{\"items\":[" + good.formatted("a") + "," + bad + "," + good.formatted("b") + "," + bad + "],"
                + "\"metadata\":{\"resourceVersion\":\"7\"}}";
        List<String> told = new ArrayList<>();
        ObjectDecoder<ConfigMap> objects =
                new ObjectDecoder<>(ApiResource.CONFIG_MAPS, (resource, key, problem) -> told.add(key));

        KubernetesList<ConfigMap> list =
                ListDecoder.decode(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), objects);

        assertThat(list.items()).extracting(map -> map.metadata().name()).containsExactly("a", "b");
        assertThat(list.items()).extracting(map -> map.unknown().get("other")).allMatch(x -> x.text().equals("[1,{}]"));
        assertThat(list.metadata().resourceVersion()).isEqualTo("7");
        assertThat(told).hasSize(2).allMatch(key -> key.equals(bad.contains("bad") ? "bad"
                : bad.equals("null") ? "null" : "(without a name)"));
    }
}
