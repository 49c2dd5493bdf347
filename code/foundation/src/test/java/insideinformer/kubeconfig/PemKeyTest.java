package insideinformer.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemKeyTest {

    @Test
    void a_key_of_an_edwards_curve_is_read() throws Exception {
        try (InputStream in = PemKeyTest.class.getResourceAsStream("client-ed25519.key")) {
            String pem = new String(in.readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(PemKey.parse(pem).getAlgorithm()).isEqualTo("EdDSA");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "s3cret", "-----BEGIN PRIVATE KEY-----\nczNjcmV0\n-----END PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nczNjcmV0\n-----END EC PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nczNjcmV0c\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nczNjcmV0\n-----END ENCRYPTED PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\n-----END EC PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nMA==\n-----END EC PRIVATE KEY-----", // a tag without a length
        "-----BEGIN EC PRIVATE KEY-----\nMAMChH9/f38A\n-----END EC PRIVATE KEY-----", // longer than it is
        "-----BEGIN EC PRIVATE KEY-----\nMAYChP////8A\n-----END EC PRIVATE KEY-----", // a negative length
    })
    void a_text_that_is_no_key_is_refused_without_repeating_it(String text) {
        assertThatThrownBy(() -> PemKey.parse(text))
                .isInstanceOf(GeneralSecurityException.class)
                .satisfies(e -> assertThat(e.toString()).doesNotContain("s3cret").doesNotContain("czNjcmV0"));
    }
}
