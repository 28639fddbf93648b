package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When shards are due. Every interleaving is spelled out; nothing here waits. */
class ShardScheduleTest {

    private static final Duration SWEEP = Duration.ofMillis(500);

    /** Redis's clock at the answers, microseconds: not at the beginning of a millisecond. */
    private static final long NOW = 1_000_000_250;

    private static final long NOW_MS = NOW / 1000;

    private final ManualTicker ticker = new ManualTicker();
    private final ShardOwnership owners = new ShardOwnership(Neighbours.ME, SWEEP);
    private final ShardSchedule schedule = new ShardSchedule(ticker, owners);
    private Shard shard;

    @BeforeEach
    void takeTheShard() {
        assertThat(schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
        schedule.discovering();
        schedule.growTo(1);
        shard = polled();
        assertThat(shard).isNotNull();
        schedule.sent(shard);
    }

    /** The shard that is due now, or null. */
    private Shard polled() {
        return schedule.poll() instanceof ScheduledTask.Poll poll ? poll.shard() : null;
    }

    private void answered(Long next, String... due) {
        schedule.putBack(shard, new ShardState(NOW, List.of(due), next), ticker.nanos(), Duration.ZERO);
    }

    private void assertDueAfter(Duration time) {
        ticker.tick(time.minusNanos(1));
        assertThat(schedule.poll()).isNull();
        ticker.tick(Duration.ofNanos(1));
        assertThat(polled()).isSameAs(shard);
    }

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

        schedule.wakeUp(0, "orders", Duration.ofMillis(20));

        assertDueAfter(Duration.ofMillis(20));
    }

    @Test
    void aSignalDoesNotPushTheTimeBack() {
        answered(NOW_MS + 10);

        schedule.wakeUp(0, "orders", Duration.ofMillis(20));

        assertDueAfter(Duration.ofNanos(10_000_000 - 250_000));
    }

    @Test
    void aSignalWhileTheCallIsUnderWayIsNotLostWithItsAnswer() {
        schedule.wakeUp(0, "orders", Duration.ZERO);
        answered(null);

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void theEarliestSignalWhileTheCallIsUnderWayCounts() {
        schedule.wakeUp(0, "orders", Duration.ofMillis(30));
        schedule.wakeUp(0, "orders", Duration.ofMillis(20));
        schedule.wakeUp(0, "orders", Duration.ofMillis(40));
        answered(null);

        assertDueAfter(Duration.ofMillis(20));
    }

    @Test
    void theAnswerCountsWhereItIsEarlierThanTheSignal() {
        schedule.wakeUp(0, "orders", Duration.ofMillis(30));
        answered(NOW_MS + 10);

        assertDueAfter(Duration.ofNanos(10_000_000 - 250_000));
    }

    @Test
    void aSignalBeforeTheCallWasSentIsInItsAnswer() {
        answered(null);
        ticker.tick(SWEEP);
        assertThat(polled()).isSameAs(shard);
        schedule.wakeUp(0, "orders", Duration.ZERO);
        schedule.sent(shard);
        answered(null);

        assertDueAfter(SWEEP);
    }

    @Test
    void aSignalForOneCallDoesNotBoundTheNext() {
        schedule.wakeUp(0, "orders", Duration.ZERO);
        answered(null);
        assertThat(polled()).isSameAs(shard);
        schedule.sent(shard);
        answered(null);

        assertDueAfter(SWEEP);
    }

    @Test
    void aSignalOfTheLongPastIsDueNow() {
        answered(null);

        schedule.wakeUp(0, "orders", Duration.ofDays(-365_000));

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
        schedule.wakeUp(0, "orders", Duration.ZERO);
        schedule.putBack(shard, shard.failed());

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void aSignalOfAnUnknownShardMakesTheDiscoveryDueButNotAtOnceAgain() {
        answered(null);
        schedule.putBackDiscovery(Duration.ofHours(1));

        schedule.wakeUp(7, "orders", Duration.ZERO);

        assertThat(schedule.poll()).isNull();
        ticker.tick(Duration.ofMillis(100));
        assertThat(schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
    }

    /** As many instances come before this one. */
    private void rank(int rank) {
        schedule.update(Neighbours.andMe(Neighbours.ahead(rank)));
        assertThat(owners.rank(0)).isEqualTo(rank);
    }

    @Test
    void theNextInOrderLooksALittleAfterTheDueTime() {
        rank(1);
        answered(NOW_MS + 100);

        assertDueAfter(Duration.ofNanos(160_000_000 - 250_000));
    }

    @Test
    void eachFurtherOneLooksTwiceAsLongAfterTheDueTime() {
        rank(4);
        answered(NOW_MS + 100);

        assertDueAfter(Duration.ofNanos(580_000_000 - 250_000));
    }

    @Test
    void aSignalReachesTheOthersTooALittleLater() {
        rank(2);
        answered(null);

        schedule.wakeUp(0, "orders", Duration.ofMillis(20));

        assertDueAfter(Duration.ofMillis(140));
    }

    @Test
    void aSignalOfTheLongPastReachesTheOthersALittleAfterNow() {
        rank(1);
        answered(null);

        schedule.wakeUp(0, "orders", Duration.ofDays(-365_000));

        assertDueAfter(FailoverDelay.STEP);
    }

    @Test
    void theOthersSweepTenTimesMoreRarely() {
        rank(1);
        answered(null);

        assertDueAfter(SWEEP.multipliedBy(10));
    }

    @Test
    void whoeverIsFarBehindSweepsAllTheSame() {
        rank(70);
        answered(NOW_MS + 100);

        assertDueAfter(SWEEP.multipliedBy(10));
    }

    @Test
    void theOthersKnowOfDueTimesUpToTheirOwnSweep() {
        rank(1);
        answered(NOW_MS + 3_000);

        assertDueAfter(Duration.ofNanos(3_060_000_000L - 250_000));
    }

    @Test
    void whoeverFindsTopicsDueGoesOnAtOnce() {
        rank(1);
        answered(null, "a");

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void whoBecomesTheOwnerLooksAtOnce() {
        rank(1);
        answered(null);

        schedule.left(Neighbours.ahead(1).get(0).id());

        assertThat(polled()).isSameAs(shard);
        answered(null);
        assertDueAfter(SWEEP);
    }

    @Test
    void whoBecomesTheOwnerDuringACallLooksAgain() {
        rank(1);
        schedule.left(Neighbours.ahead(1).get(0).id());
        answered(null);

        assertThat(polled()).isSameAs(shard);
    }

    @Test
    void whoIsNotTheOwnerAnyMoreStillLooksWhenItWouldHave() {
        answered(null);
        rank(1);

        assertDueAfter(SWEEP);
    }

    @Test
    void theStopOfAnUnknownInstanceIsNoReasonToLook() {
        rank(1);
        answered(null);

        schedule.left("unknown");

        assertThat(schedule.poll()).isNull();
    }

    @Test
    void newShardsHaveTheirOwnOrder() {
        rank(1);
        schedule.growTo(50);

        for (Shard added = polled(); added != null; added = polled()) {
            schedule.sent(added);
            schedule.putBack(added, new ShardState(NOW, List.of(), NOW_MS + 100), ticker.nanos(), Duration.ZERO);
        }

        ticker.tick(Duration.ofMillis(100));
        List<Integer> first = new ArrayList<>();
        for (Shard due = polled(); due != null; due = polled()) {
            first.add(due.number());
        }
        assertThat(first)
                .hasSizeBetween(5, 45)
                .allSatisfy(number -> assertThat(owners.rank(number)).isZero());
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
        assertThat(shard.claimed(true)).isZero();
        assertThat(shard.claimed(true)).isZero();
        assertThat(shard.claimed(true)).isZero();
        assertThat(shard.claimed(true)).isPositive();
        assertThat(shard.claimed(false)).isZero();
        assertThat(shard.claimed(true)).isZero();
    }
}
