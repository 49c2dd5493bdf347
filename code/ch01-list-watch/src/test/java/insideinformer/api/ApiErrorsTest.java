package insideinformer.api;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ApiErrorsTest {

    static Stream<Arguments> classes() {
        return Stream.of(
                named("NotFound", 404, ApiErrors::isNotFound),
                named("Conflict", 409, ApiErrors::isConflict),
                named("Gone", 410, ApiErrors::isGone),
                named("TooManyRequests", 429, ApiErrors::isTooManyRequests),
                named("InternalError", 500, ApiErrors::isInternalError),
                named("Timeout", 504, ApiErrors::isTimeout),
                named("Invalid", 422, ApiErrors::isInvalid),
                named("Forbidden", 403, ApiErrors::isForbidden));
    }

    @ParameterizedTest
    @MethodSource("classes")
    void a_class_is_known_by_its_reason_and_by_its_code_only_if_the_reason_is_unknown(
            String reason, int code, Predicate<Throwable> is) {
        assertThat(is.test(error(reason, 0))).isTrue();
        assertThat(is.test(error(null, code))).isTrue();
        assertThat(is.test(error("Whatever", code))).isTrue();
        assertThat(is.test(error("BadRequest", code))).isFalse();
        assertThat(is.test(error(null, 400))).isFalse();
        assertThat(is.test(new IOException("no status"))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("classes")
    void a_class_is_found_along_the_causes(String reason, int code, Predicate<Throwable> is) {
        assertThat(is.test(new IllegalStateException(new IOException("failed to list", error(reason, code))))).isTrue();
    }

    @Test
    @Spec("RF-81")
    void an_internal_error_is_neither_a_server_timeout_nor_a_storage_read_error() {
        assertThat(ApiErrors.isInternalError(error("InternalError", 500))).isTrue();
        assertThat(ApiErrors.isInternalError(error(null, 500))).isTrue();
        assertThat(ApiErrors.isInternalError(error("ServerTimeout", 500))).isFalse();
        assertThat(ApiErrors.isInternalError(error("StorageReadError", 500))).isFalse();
    }

    @Test
    void already_exists_and_expired_are_known_by_their_reason_only() {
        assertThat(ApiErrors.isAlreadyExists(error("AlreadyExists", 409))).isTrue();
        assertThat(ApiErrors.isAlreadyExists(error(null, 409))).isFalse();
        assertThat(ApiErrors.isResourceExpired(error("Expired", 410))).isTrue();
        assertThat(ApiErrors.isResourceExpired(error(null, 410))).isFalse();
        assertThat(ApiErrors.isConflict(error("AlreadyExists", 409))).isFalse();
    }

    @Test
    void a_cause_within_the_status_is_found() {
        StatusDetails details = new StatusDetails(
                null, null, null, null, List.of(new StatusCause("ResourceVersionTooLarge", null, null, Map.of())),
                null, Map.of());
        ApiException tooLarge = new ApiException(new Status(null, null, null, null, null, "Timeout", details, 504,
                Map.of()));

        assertThat(ApiErrors.hasStatusCause(new IOException(tooLarge), "ResourceVersionTooLarge")).isTrue();
        assertThat(ApiErrors.hasStatusCause(tooLarge, "FieldValueInvalid")).isFalse();
        assertThat(ApiErrors.hasStatusCause(error("Timeout", 504), "ResourceVersionTooLarge")).isFalse();
    }

    @Test
    void a_refused_connection_is_found_along_the_causes() {
        assertThat(ApiErrors.isConnectionRefused(new IOException(new ConnectException("Connection refused")))).isTrue();
        assertThat(ApiErrors.isConnectionRefused(new ConnectException("Connection timed out"))).isFalse();
    }

    private static Arguments named(String reason, int code, Predicate<Throwable> is) {
        return Arguments.of(reason, code, is);
    }

    private static ApiException error(String reason, int code) {
        return new ApiException(new Status(null, "Status", null, "Failure", "no", reason, null, code, Map.of()));
    }
}
