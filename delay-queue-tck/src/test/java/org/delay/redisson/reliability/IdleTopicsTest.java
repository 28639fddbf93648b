package org.delay.redisson.reliability;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scenario that waits for instances that do not come ends, and says so. */
class IdleTopicsTest {

    @Test
    @Timeout(60)
    void theWaitForInstancesHasAnEnd() {
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        IdleTopics.awaitLastOrder(InMemoryDelayQueue.builder().build(), 3, Duration.ofMillis(300)))
                .withMessage("0 of 3 instances are mature after 300ms");
    }
}
