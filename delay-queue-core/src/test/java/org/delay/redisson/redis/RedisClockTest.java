package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimates enclose the server's clock, whatever calls take and however the clocks drift apart. */
class RedisClockTest {

    private static final long START = 1_795_179_600_000_000L;

    private final RedisClock clock = new RedisClock(by -> {});
    private final Random random = new Random(5);
    private double rate = 1;
    private long stepped;
    private long nanos = 1_000_000_000L;

    private long truth(long at) {
        return START + stepped + (long) (at / 1000.0 * rate);
    }

    /** A call whose answer has the time of some moment in between. */
    private void call() {
        long asked = nanos;
        long answered = asked + random.nextInt(3_000_000);
        long read = asked + (long) (random.nextDouble() * (answered - asked));
        clock.observed(truth(read), asked, answered);
        nanos = answered;
    }

    private void assertEnclosed() {
        assertThat(truth(nanos)).isBetween(clock.atLeast(nanos) - 1, clock.atMost(nanos) + 1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.9996, 1, 1.0004})
    void theTruthIsBetweenTheEstimates(double drift) {
        rate = drift;
        for (int i = 0; i < 2000; i++) {
            call();
            assertEnclosed();
            nanos += (long) (random.nextDouble() * Duration.ofSeconds(i % 50).toNanos());
            assertEnclosed();
        }
    }

    @Test
    void manyCallsBringTheEstimatesTogether() {
        for (int i = 0; i < 100; i++) {
            call();
        }

        assertThat(clock.atMost(nanos) - clock.atLeast(nanos)).isLessThan(3000);
    }

    @ParameterizedTest
    @ValueSource(longs = {600_000_000, -600_000_000})
    void afterAStepOneAnswerIsEnough(long step) {
        call();
        stepped = step;

        call();

        assertEnclosed();
        assertThat(clock.atMost(nanos) - clock.atLeast(nanos)).isLessThan(10_000);
    }

    @Test
    void nothingIsKnownBeforeTheFirstAnswer() {
        assertThat(clock.atMost(nanos)).isZero();
        assertThat(clock.atLeast(nanos)).isZero();
    }
}
