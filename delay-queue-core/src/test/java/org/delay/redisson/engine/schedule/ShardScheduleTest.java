package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the owner polls a shard, by what Redis answers and signals. */
class ShardScheduleTest extends ShardScheduleFixture {

    @Test
    void aShardIsDueAtTheSweepWhereNothingElseIsKnown() {
        answered(null);

        assertDueAfter(SWEEP);
    }

    @Test
    void aShardIsDueAtTheNextTimeToTheMicrosecond() {
        answered(NOW_MS + 100);

        assertDueAfter(Duration.ofNanos(100_000_000 - 250_000));
    }

    @Test
    void aShardIsDueAtTheSweepWhereTheNextTimeIsLater() {
        answered(NOW_MS + 10L * 365 * 24 * 3600 * 1000);

        assertDueAfter(SWEEP);
    }

    @Test
    void aTimeThatNoClockReachesIsNoFault() {
        answered(Long.MAX_VALUE);

        assertDueAfter(SWEEP);
    }

    @Test
    void aShardWithTopicsThatAreDueIsDueNow() {
        answered(null, "a", "b");

        assertThat(polled()).isSameAs(shard);
        assertThat(shard.due()).containsExactly("a", "b");
    }

    @Test
    void aSignalBringsTheTimeForward() {
        answered(null);

        schedule.wakeUp(0, Duration.ofMillis(20));

        assertDueAfter(Duration.ofMillis(20));
    }

    @Test
    void aSignalDoesNotPushTheTimeBack() {
        answered(NOW_MS + 10);

        schedule.wakeUp(0, Duration.ofMillis(20));

        assertDueAfter(Duration.ofNanos(10_000_000 - 250_000));
    }

    @Test
    void aSignalWhileTheCallIsUnderWayIsNotLostWithItsAnswer() {
        schedule.wakeUp(0, Duration.ZERO);
        answered(null);

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void theEarliestSignalWhileTheCallIsUnderWayCounts() {
        schedule.wakeUp(0, Duration.ofMillis(30));
        schedule.wakeUp(0, Duration.ofMillis(20));
        schedule.wakeUp(0, Duration.ofMillis(40));
        answered(null);

        assertDueAfter(Duration.ofMillis(20));
    }

    @Test
    void theAnswerCountsWhereItIsEarlierThanTheSignal() {
        schedule.wakeUp(0, Duration.ofMillis(30));
        answered(NOW_MS + 10);

        assertDueAfter(Duration.ofNanos(10_000_000 - 250_000));
    }

    @Test
    void aSignalBeforeTheCallWasSentIsInItsAnswer() {
        answered(null);
        ticker.tick(SWEEP);
        assertThat(polled()).isSameAs(shard);
        schedule.wakeUp(0, Duration.ZERO);
        schedule.sent(shard);
        answered(null);

        assertDueAfter(SWEEP);
    }

    @Test
    void aSignalForOneCallDoesNotBoundTheNext() {
        schedule.wakeUp(0, Duration.ZERO);
        answered(null);
        assertThat(polled()).isSameAs(shard);
        schedule.sent(shard);
        answered(null);

        assertDueAfter(SWEEP);
    }

    @Test
    void aSignalOfTheLongPastIsDueNow() {
        answered(null);

        schedule.wakeUp(0, Duration.ofDays(-365_000));

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void aSubscriptionMakesEveryShardDue() {
        answered(null);

        schedule.subscribed();

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void aSubscriptionWhileTheCallIsUnderWayIsNotLostWithItsAnswer() {
        schedule.subscribed();
        answered(null);

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void aFailedCallKeepsWhatWasSignalledMeanwhile() {
        schedule.wakeUp(0, Duration.ZERO);
        schedule.putBack(shard, shard.backOff());

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void aSignalOfAnUnknownShardMakesTheDiscoveryDueButNotAtOnceAgain() {
        answered(null);
        schedule.putBackDiscovery(Duration.ofHours(1));

        schedule.wakeUp(7, Duration.ZERO);

        assertThat(schedule.poll()).isNull();
        ticker.tick(Duration.ofMillis(100));
        assertThat(schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
    }

    @Test
    void newShardsAreDueAtOnce() {
        answered(null);

        schedule.growTo(3);

        assertThat(polled().number()).isEqualTo(1);
        assertThat(polled().number()).isEqualTo(2);
        assertThat(schedule.poll()).isNull();
    }

    @Test
    void afterTheEndEveryoneIsToldSo() throws Exception {
        answered(null, "a");

        schedule.end();

        assertThat(schedule.take()).isNull();
        assertThat(schedule.take()).isNull();
    }

    /** Where memory is exhausted, a shard that could not go back would not be looked at until the application starts anew. */
    @Test
    void puttingBackTakesNoMemory() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        schedule.putBack(shard, Duration.ZERO);
        putBack(1_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        putBack(1_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(8_000);
    }

    private void putBack(int times) {
        for (int i = 0; i < times; i++) {
            Shard taken = polled();
            if (taken != null) {
                schedule.putBack(taken, Duration.ZERO);
            }
        }
    }

    @Test
    void claimsThatFindNothingAgainAndAgainAreSpread() {
        assertThat(shard.delayAfterClaim(true)).isZero();
        assertThat(shard.delayAfterClaim(true)).isZero();
        assertThat(shard.delayAfterClaim(true)).isZero();
        assertThat(shard.delayAfterClaim(true)).isPositive();
        assertThat(shard.delayAfterClaim(false)).isZero();
        assertThat(shard.delayAfterClaim(true)).isZero();
    }
}
