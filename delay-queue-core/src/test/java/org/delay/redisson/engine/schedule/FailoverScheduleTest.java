package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DispatchOperations.ShardState;
import org.junit.jupiter.api.Test;

/** When an instance polls a shard that others come before it in, and when its place changes. */
class FailoverScheduleTest extends ShardScheduleFixture {

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

        schedule.wakeUp(0, Duration.ofMillis(20));

        assertDueAfter(Duration.ofMillis(140));
    }

    @Test
    void aSignalOfTheLongPastReachesTheOthersALittleAfterNow() {
        rank(1);
        answered(null);

        schedule.wakeUp(0, Duration.ofDays(-365_000));

        assertDueAfter(FailoverDelay.STEP);
    }

    @Test
    void theOthersSweepTenTimesMoreRarely() {
        rank(1);
        answered(null);

        assertDueAfter(SWEEP.multipliedBy(10));
    }

    @Test
    void theFartherBehindTheMoreRarelyOneSweeps() {
        rank(7);
        answered(null);

        assertDueAfter(SWEEP.multipliedBy(40));
    }

    @Test
    void whoeverIsFarBehindSweepsAllTheSame() {
        rank(70);
        answered(NOW_MS + 100);

        assertDueAfter(SWEEP.multipliedBy(2 * 71));
    }

    @Test
    void whoHasLostTouchSweepsEachMinute() {
        rank(70);
        schedule.lostTouch();
        answered(null);

        assertDueAfter(SWEEP.multipliedBy(120));
    }

    /** All are connected again at the same time. */
    @Test
    void aSubscriptionMakesTheOthersLookInTurn() {
        rank(2);
        answered(null);

        schedule.subscribed();

        assertDueAfter(FailoverDelay.STEP.multipliedBy(2));
    }

    /** Hundreds move up where one goes. */
    @Test
    void whoOnlyMovesUpLooksByItsNewSweep() {
        rank(7);
        answered(null);
        schedule.putBackDiscovery(Duration.ofHours(1));

        schedule.left(Neighbours.ahead(1).get(0).id());

        ticker.tick(Duration.ofMillis(100));
        assertThat(schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
        assertDueAfter(SWEEP.multipliedBy(30).minusMillis(100));
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
}
