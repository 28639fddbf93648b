package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.DispatchOperations.ShardState;
import org.junit.jupiter.api.Test;

class FailoverDelayTest {

    private static final Duration SWEEP = Duration.ofMillis(500);

    private static final ShardState NOTHING_DUE = new ShardState(1_000_000, List.of(), null);

    private static double pollsOfIdleShardASecond(int instances) {
        return IntStream.range(0, instances)
                .mapToObj(rank -> new FailoverDelay(rank, instances, SWEEP).untilNext(NOTHING_DUE))
                .mapToDouble(wait -> 1e9 / wait.toNanos())
                .sum();
    }

    @Test
    void anIdleShardOfManyIsHardlyPolledMoreOften() {
        double ofFive = pollsOfIdleShardASecond(5);

        assertThat(ofFive).isBetween(2.7, 2.9);
        assertThat(pollsOfIdleShardASecond(500)).isLessThan(1.65 * ofFive);
        assertThat(pollsOfIdleShardASecond(5_000)).isLessThan(1.9 * ofFive);
    }

    /** Whatever heartbeats say: the last of all may be the only one that is alive. */
    @Test
    void everyInstancePollsInAMinuteOrASecondForEach() {
        for (int instances : new int[] {2, 10, 60, 200, 3_000}) {
            Duration longest = IntStream.range(0, instances)
                    .mapToObj(rank -> new FailoverDelay(rank, instances, SWEEP).sweep())
                    .max(Duration::compareTo)
                    .orElseThrow();

            assertThat(longest).isLessThanOrEqualTo(Duration.ofSeconds(Math.max(60, instances)));
        }
    }

    @Test
    void whoeverIsBehindNeverPollsSoonerThanWhoeverIsAhead() {
        for (int rank = 1; rank < 3_000; rank++) {
            FailoverDelay ahead = new FailoverDelay(rank - 1, 3_000, SWEEP);
            FailoverDelay behind = new FailoverDelay(rank, 3_000, SWEEP);

            assertThat(behind.sweep()).isGreaterThanOrEqualTo(ahead.sweep());
            assertThat(behind.graceOrSweep()).isGreaterThanOrEqualTo(ahead.graceOrSweep());
        }
    }

    @Test
    void theDelayDoublesUpToTheSweep() {
        assertThat(IntStream.of(0, 1, 2, 3, 6)
                        .mapToObj(rank -> new FailoverDelay(rank, 200, SWEEP)
                                .graceOrSweep()
                                .toMillis()))
                .containsExactly(0L, 60L, 120L, 240L, 1_920L);
        assertThat(new FailoverDelay(12, 200, SWEEP).graceOrSweep()).isEqualTo(Duration.ofSeconds(45));
    }
}
