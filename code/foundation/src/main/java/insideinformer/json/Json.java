package insideinformer.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How API objects become JSON and back: absent and empty fields are not written, and numbers keep every digit. The only
 * encoding it reads is UTF-8.
 *
 * <p>For any number of threads. Text that is no JSON or does not fit its class ends with an unchecked {@code
 * tools.jackson.core.JacksonException}, and so does a stream that fails. The message of such an exception can quote the
 * text; {@link #problem} does not.
 *
 * <p>Upstream: {@code apimachinery pkg/runtime/serializer/json, Serializer}.
 */
public final class Json {

    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CHARSET_DETECTION) // it is UTF-8
                    .build())
            .addModule(RecordReader.module())
            .changeDefaultPropertyInclusion(i -> i
                    .withValueInclusion(JsonInclude.Include.NON_EMPTY)
                    .withContentInclusion(JsonInclude.Include.ALWAYS))
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Json() {}

    /**
     * What was wrong with the text, and where, without quoting it: the text can be a Secret. Field names are told,
     * values are not.
     */
    public static String problem(JacksonException failure) {
        TokenStreamLocation place = failure.getLocation();
        String where = place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
        return switch (failure) {
            case UnexpectedEndOfInputException e -> "the text ends too early" + where;
            case InputCoercionException e -> "a number is too large" + where;
            case StreamReadException e -> "the text is no valid JSON" + where;
            default -> {
                String path = failure.getPath().stream()
                        .map(JacksonException.Reference::getPropertyName).filter(Objects::nonNull)
                        .collect(Collectors.joining("."));
                yield (path.isEmpty() ? "the value" : path) + " does not fit its class" + where;
            }
        };
    }
}
