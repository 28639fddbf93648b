package org.delay.redisson.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    private static final double MIDDLE = 0.5;

    private final RetryPolicy policy = RetryPolicy.DEFAULTS;

    @Test
    void delaysDoubleUpToTheLongest() {
        assertThat(policy.delayAfter(1, MIDDLE)).contains(Duration.ofSeconds(1));
        assertThat(policy.delayAfter(2, MIDDLE)).contains(Duration.ofSeconds(2));
        assertThat(policy.delayAfter(9, MIDDLE)).contains(Duration.ofSeconds(256));
        assertThat(policy.withMaxAttempts(100).delayAfter(11, MIDDLE)).contains(Duration.ofMinutes(10));
    }

    @Test
    void theLastAttemptHasNoDelay() {
        assertThat(policy.delayAfter(10)).isEmpty();
        assertThat(policy.delayAfter(11)).isEmpty();
        assertThat(policy.withMaxAttempts(1).delayAfter(1)).isEmpty();
    }

    @Test
    void jitterSpreadsADelayBothWaysAndNotBeyondTheLongest() {
        assertThat(policy.delayAfter(1, 0)).contains(Duration.ofMillis(800));
        assertThat(policy.delayAfter(1, 1)).contains(Duration.ofMillis(1200));
        assertThat(policy.withMaxAttempts(100).delayAfter(50, 1)).contains(Duration.ofMinutes(10));
        assertThat(policy.withJitter(1).delayAfter(1, 0)).contains(Duration.ofMillis(1));
    }

    @Test
    void nothingOverflows() {
        RetryPolicy endless =
                policy.withMaxAttempts(Integer.MAX_VALUE).withMultiplier(1000).withMax(Duration.ofDays(365));

        assertThat(endless.delayAfter(Integer.MAX_VALUE - 1, 1)).contains(Duration.ofDays(365));
    }

    @Test
    void whatCantBeIsRefusedWithFieldAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withMaxAttempts(0))
                .withMessage("maxAttempts must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withFirst(Duration.ZERO))
                .withMessageContaining("first")
                .withMessageContaining("0ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withMax(Duration.ofMillis(1)))
                .withMessageContaining("max")
                .withMessageContaining("1ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withMultiplier(Double.NaN))
                .withMessage("multiplier must be 1 to 1000, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withJitter(1.1))
                .withMessage("jitter must be 0 to 1, but is 1.1");
    }
}
