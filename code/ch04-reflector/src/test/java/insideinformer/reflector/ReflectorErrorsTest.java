package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.cause;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ConfigMap;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.store.DeltaObject;
import insideinformer.store.ReflectorStore;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReflectorErrorsTest {

    static Stream<Arguments> expired() {
        return Stream.of(
                Arguments.of(status(410, "Expired"), true), Arguments.of(status(410, "Gone"), true),
                Arguments.of(status(410, "Whatever"), true), Arguments.of(status(410, null), true),
                Arguments.of(new IOException(status(410, "Expired")), true),
                Arguments.of(status(410, "NotFound"), false), Arguments.of(status(404, "NotFound"), false));
    }

    @ParameterizedTest
    @MethodSource("expired")
    @Spec({"RF-79", "AP-28"})
    void expired_is_a_reason_another_reason_or_a_code_with_a_reason_unknown(IOException error, boolean is) {
        assertThat(ReflectorErrors.isExpiredError(error)).isEqualTo(is);
    }

    static Stream<Arguments> tooLarge() {
        ApiException byMessage = timeout(new StatusDetails(null, null, null, null, List.of(), 1, Map.of()));
        ApiException byCause = status(504, "Timeout", cause("", "Too large resource version"));
        ApiException byReason = status(504, "Timeout", cause("ResourceVersionTooLarge", "Too large resource version"));
        return Stream.of(
                Arguments.of(byReason, true), Arguments.of(byCause, true), Arguments.of(byMessage, true),
                Arguments.of(new IOException(byReason), true),
                Arguments.of(new IOException(byCause), false), Arguments.of(new IOException(byMessage), false),
                Arguments.of(status(504, "Timeout"), false), Arguments.of(timeout(null), false),
                Arguments.of(status(500, "InternalError", cause("", "Too large resource version")), false));
    }

    private static ApiException timeout(@Nullable StatusDetails details) {
        return new ApiException(new Status(
                null, null, null, null, "Timeout: Too large resource version: 9, current: 5", "Timeout", details, 504,
                Map.of()));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    @Spec("RF-80")
    void a_version_too_large_has_three_forms_and_the_older_two_count_only_unwrapped(IOException error, boolean is) {
        assertThat(ReflectorErrors.isTooLargeResourceVersionError(error)).isEqualTo(is);
    }

    private final FakeClock clock = new FakeClock();
    private final ApiException internalError = status(500, "InternalError");

    private RetryWithDeadline retry(int maxSeconds) {
        return new RetryWithDeadline(Duration.ofSeconds(maxSeconds), Duration.ofSeconds(30),
                ApiErrors::isInternalError, clock);
    }

    @Test
    @Spec("RF-78")
    void without_a_failure_or_without_time_nothing_is_retried() {
        RetryWithDeadline none = retry(0);
        none.after(internalError);

        assertThat(none.shouldRetry()).isFalse();
        assertThat(retry(1).shouldRetry()).isFalse();
    }

    @Test
    @Spec("RF-78")
    void retries_are_allowed_until_the_time_is_over_that_began_with_the_first_failure() {
        RetryWithDeadline retry = retry(1);
        retry.after(internalError);
        clock.step(Duration.ofSeconds(1));

        assertThat(retry.shouldRetry()).isTrue();
        clock.step(Duration.ofSeconds(1));
        retry.after(internalError);
        clock.step(Duration.ofSeconds(1));
        assertThat(retry.shouldRetry()).as("2 s after the first failure").isFalse();
        retry.after(internalError);
        assertThat(retry.shouldRetry()).as("a new row").isTrue();
    }

    @Test
    @Spec("RF-78")
    void a_failure_a_second_is_retried_thirty_one_times_in_thirty_seconds() {
        RetryWithDeadline retry = retry(30);
        int retries = 0;
        for (retry.after(internalError); retry.shouldRetry(); retry.after(internalError)) {
            retries++;
            clock.step(Duration.ofSeconds(1));
        }

        assertThat(retries).isEqualTo(31);
    }

    @Test
    @Spec("RF-78")
    void a_quiet_time_ends_the_row() {
        RetryWithDeadline retry = retry(40);
        retry.after(internalError);
        clock.step(Duration.ofSeconds(30));
        retry.after(internalError);
        clock.step(Duration.ofSeconds(40));

        assertThat(retry.shouldRetry()).isTrue();
    }

    @Test
    @Spec("RF-78")
    void a_wall_clock_that_is_set_back_grants_no_more_time_and_hides_no_quiet() {
        RetryWithDeadline retry = retry(1);
        retry.after(internalError);
        clock.setBack(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(2));
        assertThat(retry.shouldRetry()).as("2 s after the first failure").isFalse();

        retry.after(internalError);
        clock.setBack(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(30));
        retry.after(internalError);
        assertThat(retry.shouldRetry()).as("a new row").isTrue();
    }

    @Test
    @Spec("RF-78")
    void other_failures_change_nothing() {
        RetryWithDeadline retry = retry(1);
        retry.after(status(500, "ServerTimeout"));

        assertThat(retry.shouldRetry()).isFalse();
    }

    static Stream<Arguments> logged() {
        return Stream.of(
                Arguments.of(status(410, "Expired"), "DEBUG"),
                Arguments.of(new IOException("list", status(410, "Gone")), "DEBUG"),
                Arguments.of(new EOFException(), "DEBUG"),
                Arguments.of(new IOException("wrapped", new EOFException()), "ERROR"),
                Arguments.of(status(403, "Forbidden"), "ERROR"));
    }

    @ParameterizedTest
    @MethodSource("logged")
    @Spec("RF-24")
    void the_default_handler_is_quiet_about_what_belongs_to_normal_life(Exception error, String level)
            throws Exception {
        Reflector<ConfigMap> reflector = new Reflector<>(
                new ListWatch<>((c, o) -> null, (c, o) -> null), ConfigMap.class, new SilentStore(),
                ReflectorOptions.defaults().withName("quota"));

        String log = CapturedLog.during(() -> WatchErrorHandler.DEFAULT.handle(reflector, error));

        assertThat(log).contains(level + " insideinformer.reflector.Reflector - quota: ");
    }

    private static final class SilentStore implements ReflectorStore<ConfigMap> {

        @Override
        public void add(ConfigMap object) {}

        @Override
        public void update(ConfigMap object) {}

        @Override
        public void delete(DeltaObject<ConfigMap> object) {}

        @Override
        public void replace(List<ConfigMap> list, String resourceVersion) {}

        @Override
        public void resync() {}
    }
}
