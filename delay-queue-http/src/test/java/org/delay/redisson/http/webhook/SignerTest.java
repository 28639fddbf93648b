package org.delay.redisson.http.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignerTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_" + Base64.getEncoder().encodeToString(new byte[64]);
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);

    /** The example that the libraries of Standard Webhooks test with. */
    @Test
    void signsAsTheSpecificationSays() {
        assertThat(new Signer(List.of(SECRET)).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, BODY))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void signsWithBothSecretsOfARotation() {
        String both = new Signer(List.of(SECRET, OTHER)).sign("msg_1", 1, BODY);

        assertThat(both.split(" "))
                .containsExactly(
                        new Signer(List.of(SECRET)).sign("msg_1", 1, BODY),
                        new Signer(List.of(OTHER)).sign("msg_1", 1, BODY))
                .doesNotHaveDuplicates();
    }

    @Test
    void refusesWhatIsNoSecretWithoutRepeatingIt() {
        for (String secret : List.of("hunter2-hunter2", "whsec_hunter2!", "whsec_aHVudGVyMg==", SECRET.substring(1))) {
            assertThatThrownBy(() -> new Signer(List.of(secret)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a secret must")
                    .hasMessageNotContaining("hunter2")
                    .hasMessageNotContaining("aHVudGVyMg");
        }
        assertThatThrownBy(() -> new Signer(List.of())).hasMessageContaining("1 or 2 secrets");
        assertThatThrownBy(() -> new Signer(List.of(SECRET, OTHER, SECRET))).hasMessageContaining("1 or 2 secrets");
    }
}
