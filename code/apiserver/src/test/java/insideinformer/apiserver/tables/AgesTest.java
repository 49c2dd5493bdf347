package insideinformer.apiserver.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {

    @ParameterizedTest
    @CsvSource({"0,0s", "119,119s", "120,2m", "200,3m20s", "600,10m", "10799,179m", "10800,3h", "12000,3h20m",
            "172800,2d",
        "180000,2d2h", "691200,8d", "63072000,2y", "66528000,2y40d", "252288000,8y", "-1,0s", "-5,<invalid>"})
    void ages_are_as_precise_as_people_are(long seconds, String text) {
        assertThat(Ages.human(Duration.ofSeconds(seconds).plusMillis(seconds < 0 ? 1 : 0))).isEqualTo(text);
    }
}
