package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Crashes whose own methods crash when they are logged. */
class HostileCrashTest {

    static Stream<Throwable> hostile() {
        return Stream.of(
                new Error() {
                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("hostile");
                    }
                },
                new RuntimeException("plain") {
                    @Override
                    public String toString() {
                        throw new StackOverflowError();
                    }
                },
                new RuntimeException("plain") {
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        throw new IllegalStateException("hostile");
                    }
                },
                new RuntimeException("plain") {
                    @Override
                    public Throwable getCause() {
                        throw new IllegalStateException("hostile");
                    }
                },
                new RuntimeException("plain") {
                    @Override
                    public Throwable getCause() {
                        return new RuntimeException("endless", this) {
                            @Override
                            public String getMessage() {
                                throw new AssertionError("hostile");
                            }
                        };
                    }
                },
                new RuntimeException("plain") {
                    private int asked;

                    @Override
                    public String getMessage() {
                        if (asked++ > 0) {
                            throw new IllegalStateException("hostile the second time");
                        }
                        return "once";
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_crash_that_cannot_be_printed_is_logged_with_its_place_and_the_loop_goes_on(Throwable crash) {
        assertThatCode(() -> CrashPolicy.LOG_AND_SKIP.crashed(crash, "handler of pods")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void what_stands_for_it_names_its_class(Throwable crash) {
        assertThat(CrashLog.text(crash)).contains(crash.getClass().getName());
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_fatal_crash_still_ends_the_process(Throwable crash) {
        boolean[] ended = new boolean[1];

        assertThatCode(() -> CrashPolicy.fatal(() -> ended[0] = true).crashed(crash, "handler of pods"))
                .isSameAs(crash);

        assertThat(ended[0]).isTrue();
    }
}
