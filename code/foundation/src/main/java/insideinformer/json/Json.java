package insideinformer.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How API objects become JSON and back: absent and empty fields are not written, numbers keep every digit. It reads
 * UTF-8 alone.
 *
 * <p>For any number of threads. What is no JSON or does not fit its class is an unchecked {@code
 * tools.jackson.core.JacksonException}, as is a stream that fails while it is read.
 *
 * <p>Upstream: {@code apimachinery pkg/runtime/serializer/json, Serializer}.
 */
public final class Json {

    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CHARSET_DETECTION) // it is UTF-8
                    .build())
            .addModule(RecordReader.module())
            .changeDefaultPropertyInclusion(
                    i -> i.withValueInclusion(JsonInclude.Include.NON_EMPTY).withContentInclusion(JsonInclude.Include.ALWAYS))
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Json() {}
}
