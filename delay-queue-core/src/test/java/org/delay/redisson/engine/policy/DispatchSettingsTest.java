package org.delay.redisson.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DispatchSettingsTest {

    private final DispatchSettings settings = DispatchSettings.DEFAULTS;

    @Test
    void theDefaultsAreThoseOfTheDesign() {
        assertThat(settings)
                .isEqualTo(new DispatchSettings(
                        4,
                        Duration.ofMillis(500),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        200,
                        2_097_152,
                        new RetryPolicy(10, Duration.ofSeconds(1), 2, Duration.ofMinutes(10), 0.2),
                        5,
                        2));
    }

    @Test
    void whatCantBeIsRefusedWithFieldAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.toBuilder().workers(0).build())
                .withMessage("workers must be 1 to 1000, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.toBuilder().sweep(Duration.ZERO).build())
                .withMessage("sweep must be 1ms to 1h, but is 0ms");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> settings.toBuilder().lease(Duration.ofMillis(-1)).build())
                .withMessageContaining("lease must be")
                .withMessageContaining("but is -1ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        settings.toBuilder().maxProcessingTime(Duration.ZERO).build())
                .withMessageContaining("maxProcessingTime");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.toBuilder().maxClaimMessages(201).build())
                .withMessage("maxClaimMessages must be 1 to 200, but is 201");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.toBuilder().maxClaimBytes(0).build())
                .withMessage("maxClaimBytes must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.toBuilder().maxLeaseExpirations(2).build())
                .withMessage("maxLeaseExpirations must be at least 3, but is 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.toBuilder().maxStuckThreads(0).build())
                .withMessage("maxStuckThreads must be at least 1, but is 0");
    }
}
