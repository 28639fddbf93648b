package org.delay.redisson.engine.admission;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.Shard;
import org.junit.jupiter.api.Test;

/** Which topics may have the last worker of four, and which are recalled for it. */
class WorkerSharesTest extends WorkerSharesFixture {

    @Test
    void aTopicThatHangsLeavesOneWorkerToOthers() {
        handled("other", false);
        hang("hanging", 3);

        assertThat(enters("last", "hanging")).isFalse();
        assertThat(enters("last", "other")).isTrue();
    }

    @Test
    void aQuickTopicHasAllWorkersAlsoBesideOthers() {
        handled("other", false);
        handled("quick", false);
        hang("quick", 3);

        assertThat(enters("last", "quick")).isTrue();
    }

    @Test
    void aSlowTopicThatIsAloneHasAllWorkers() {
        hang("slow", 3);

        assertThat(enters("last", "slow")).isTrue();
    }

    @Test
    void aSlowTopicBesideOthersDoesNotHaveTheLastWorker() {
        handled("other", false);
        handled("slow", true);
        hang("slow", 3);

        assertThat(enters("last", "slow")).isFalse();
        assertThat(enters("last", "other")).isTrue();
    }

    @Test
    void severalSlowTopicsTogetherLeaveOneWorkerToo() {
        handled("a", true);
        handled("b", true);
        hang("a", 2);
        hang("b", 1);

        assertThat(enters("last", "a")).isFalse();
        assertThat(enters("last", "b")).isFalse();
        assertThat(enters("last", "new")).isTrue();
    }

    @Test
    void quickTopicsDoNotKeepASlowOneFromItsShare() {
        handled("quick", false);
        handled("slow", true);
        hang("quick", 3);

        assertThat(enters("last", "slow")).isTrue();
    }

    @Test
    void whoComesFreeBringsForwardWhatWaited() {
        handled("other", false);
        Granted first = (Granted) shares.admit("first", 0, "hanging");
        hang("hanging", 2);
        assertThat(enters("last", "hanging")).isFalse();
        shares.deferred(0, "hanging");

        first.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [hanging]");
    }

    @Test
    void aWorkerThatWasReplacedDoesNotCount() {
        handled("other", false);
        hang("hanging", 3);
        shares.replaced("worker 0 of hanging");

        assertThat(enters("other's", "other")).isTrue();
        assertThat(enters("other's second", "new")).isTrue();
    }

    @Test
    void aTopicThatTakesItsTimeHasAllWorkersWhileItsDestinationAnswers() {
        handled("other", false);
        handled("busy", false);
        hang("busy", 3);
        ticker.tick(Call.MOMENT.plusMillis(1));
        destinations.of("busy").delivered("busy");

        assertThat(enters("last", "busy")).isTrue();
    }

    /** What takes long is Redis, not the handler. */
    @Test
    void claimsThatTakeLongKeepNoTopicFromAWorker() {
        for (String topic : List.of("a", "b", "c")) {
            handled(topic, false);
        }
        shares.admit("claims a", 0, "a");
        shares.admit("claims b", 0, "b");
        ticker.tick(Call.MOMENT.plusMillis(1));

        assertThat(enters("claims c", "c")).isTrue();
    }

    /** They may all fail, and slowly: what is delivered beside them has a worker. */
    @Test
    void newTopicsOfOneDestinationLeaveTheLastWorkerToThoseThatAreQuick() {
        handled("mine", false);
        for (String topic : List.of("away-1", "away-2", "away-3")) {
            assertThat(enters(topic, topic)).isTrue();
        }

        assertThat(enters("last", "away-4")).isFalse();
        assertThat(enters("last", "mine")).isTrue();
    }

    /** With 100,000 topics nearly all calls are first ones, and each that had no worker would be deferred and recalled. */
    @Test
    void newTopicsHaveAllWorkersIfTheLastNewOnesWereQuick() {
        IntStream.range(0, CallDurations.TRUSTED).forEach(i -> handled("topic-" + i, false));

        for (String topic : List.of("new-1", "new-2", "new-3", "new-4")) {
            assertThat(enters(topic, topic)).isTrue();
        }
    }

    @Test
    void aNewTopicThatHangsLeavesOneWorkerThoughTheLastNewOnesWereQuick() {
        IntStream.range(0, CallDurations.TRUSTED).forEach(i -> handled("topic-" + i, false));
        hang("hanging", 3);

        assertThat(enters("last", "hanging")).isFalse();
        assertThat(enters("last", "topic-1")).isTrue();
    }

    @Test
    void aSlowCallEndsTheTrustInNewTopics() {
        IntStream.range(0, CallDurations.TRUSTED).forEach(i -> handled("topic-" + i, false));
        handled("slow", true);
        for (String topic : List.of("new-1", "new-2", "new-3")) {
            assertThat(enters(topic, topic)).isTrue();
        }

        assertThat(enters("last", "new-4")).isFalse();
    }

    /** Those of a destination that hangs came first, and would only be deferred again. */
    @Test
    void whoComesFreeRecallsATopicThatMayCome() {
        handled("other", false);
        assertThat(enters("hangs", "kafka/first")).isTrue();
        for (int i = 0; i < 100; i++) {
            assertThat(enters("any", "kafka/" + i)).isFalse();
            shares.deferred(0, "kafka/" + i);
        }
        Granted first = enter("first", "slow");
        hang("slow", 1);
        assertThat(enters("last", "slow")).isFalse();
        shares.deferred(0, "slow");

        first.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [slow]");
    }

    /** They came first, and would only be deferred again. */
    @Test
    void aQuickTopicIsRecalledThoughManySlowOnesWait() {
        handled("quick", false);
        List<String> slow = IntStream.range(0, 100).mapToObj(i -> "slow-" + i).toList();
        slow.forEach(topic -> handled(topic, true));
        handled("kafka/other", false);
        hang("slow-0", 1);
        hang("slow-1", 1);
        Granted quick = enter("quick", "quick");
        for (String topic : Stream.concat(slow.stream(), Stream.of("quick")).toList()) {
            assertThat(enters("last", topic)).isFalse();
            shares.deferred(0, topic);
        }

        quick.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [quick]");
    }

    /** Nothing ends, but after a while a call is known to be slow rather than without an answer. */
    @Test
    void aTopicIsRecalledWhenTimeHasMadeRoomForIt() {
        handled("other", false);
        assertThat(enters("first", "kafka/a")).isTrue();
        assertThat(enters("second", "kafka/b")).isFalse();
        shares.deferred(0, "kafka/b");
        shares.recallNext();
        recalls.run();
        assertThat(queue.settlements).isEmpty();

        ticker.tick(Call.PATIENCE.plusMillis(1));
        shares.recallNext();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/b]");
    }

    @Test
    void theFirstLongCallOfATopicTakesNoWorkerFromOthers() {
        handled("other", false);
        hang("hanging", 3);
        ticker.tick(CallDurations.LONG.plusMillis(1));

        assertThat(shares.handsOver("worker 0 of hanging")).isTrue();

        assertThat(shares.handsOver("worker 0 of hanging")).as("once").isFalse();
        assertThat(shares.handsOver("worker 1 of hanging")).as("it is known").isFalse();
        assertThat(enters("standby", "new")).isTrue();
        assertThat(enters("last", "hanging")).isFalse();
        assertThat(enters("last", "other")).isTrue();
    }

    /** Its worker may end before it has another call: the place of this one would be lost. */
    @Test
    void aCallThatHasReturnedDoesNotGoOn() {
        hang("slow", 1);
        ticker.tick(CallDurations.LONG.minusMillis(1));
        shares.handled("worker 0 of slow");
        ticker.tick(Duration.ofMillis(2));

        assertThat(shares.handsOver("worker 0 of slow")).isFalse();
    }

    /** Where one hangs, many do: each would keep others waiting for as long as the first. */
    @Test
    void topicsHaveLessTimeAfterOneThatHungUntilTheyAreSteady() {
        handled("steady", false);
        IntStream.range(1, CallDurations.TRUSTED).forEach(i -> handled("steady", false));
        hang("hanging", 1);
        assertThat(shares.patience("next")).isEqualTo(CallDurations.LONG);

        shares.handsOver("worker 0 of hanging");

        assertThat(shares.patience("next")).isEqualTo(CallDurations.WARY);
        assertThat(shares.patience("hanging")).as("nobody expects it soon").isEqualTo(CallDurations.WARY);
        assertThat(shares.patience("steady")).isEqualTo(CallDurations.LONG);
        assertThat(shares.patience("kafka/next")).as("another destination").isEqualTo(CallDurations.LONG);
        handled("quick", false);
        assertThat(shares.patience("quick")).as("not yet steady").isEqualTo(CallDurations.WARY);
        IntStream.range(1, CallDurations.TRUSTED).forEach(i -> handled("topic-" + i, false));
        assertThat(shares.patience("next")).as("the call goes on").isEqualTo(CallDurations.WARY);

        shares.handled("worker 0 of hanging");

        assertThat(shares.patience("next")).isEqualTo(CallDurations.LONG);
    }

    /** Each would take as long from others as the first. */
    @Test
    void steadyTopicsHaveLessTimeWhileCallsOfSeveralOthersGoOn() {
        handled("steady", false);
        IntStream.range(1, CallDurations.TRUSTED).forEach(i -> handled("steady", false));
        for (String topic : List.of("hanging", "hanging too")) {
            assertThat(shares.patience("steady")).isEqualTo(CallDurations.LONG);
            hang(topic, 1);
            shares.handsOver("worker 0 of " + topic);
        }

        assertThat(shares.patience("steady")).isEqualTo(CallDurations.WARY);
        assertThat(shares.patience("kafka/next")).as("another destination").isEqualTo(CallDurations.LONG);

        shares.handled("worker 0 of hanging");

        assertThat(shares.patience("steady")).isEqualTo(CallDurations.LONG);
    }

    /** Otherwise its calls would have standby workers for ever. */
    @Test
    void callsThatNeedMoreThanThatAreQuickAllTheSame() {
        hang("hanging", 1);
        shares.handsOver("worker 0 of hanging");
        for (int i = 0; i < CallDurations.TRUSTED; i++) {
            assertThat(shares.patience("next")).isEqualTo(CallDurations.WARY);
            Granted granted = enter("worker", "next");
            ticker.tick(CallDurations.WARY.plusMillis(1));
            assertThat(shares.handsOver("worker")).isTrue();
            destinations.of("next").delivered("next");
            shares.handled("worker");
            granted.permit().close();
        }

        assertThat(shares.patience("next")).isEqualTo(CallDurations.LONG);
        hang("next", 4);
    }

    /** Every second message hangs: the ones between say nothing of the next. */
    @Test
    void aTopicThatHungIsQuickAfterManyCallsOnly() {
        handled("other", false);
        handled("unsteady", true);
        IntStream.range(1, CallDurations.TRUSTED).forEach(i -> handled("unsteady", false));
        hang("unsteady", 3);
        assertThat(enters("last", "unsteady")).isFalse();

        shares.handled("worker 0 of unsteady");

        assertThat(enters("last", "unsteady")).isTrue();
    }

    /** The worker whose call goes on does not tell Redis, and no other one may have anything to do for long. */
    @Test
    void aWorkerIsAskedToRecallWhoWaitedForACallThatGoesOn() {
        schedule.growTo(1);
        assertThat(schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
        Shard shard = ((ScheduledTask.Poll) requireNonNull(schedule.poll())).shard();
        schedule.putBack(shard, Duration.ofMinutes(1));
        handled("other", false);
        hang("hanging", 2);
        assertThat(enters("last", "new")).isTrue();
        assertThat(enters("fifth", "newer")).isFalse();
        shares.deferred(0, "newer");
        assertThat(schedule.poll()).isNull();

        assertThat(shares.handsOver("last")).isTrue();

        assertThat(schedule.poll()).isNotNull();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [newer]");
    }

    /** The first one that comes is admitted, and the second one would go to the end of the line. */
    @Test
    void oneTopicAtATimeIsRecalledOfADestinationThatDoesNotAnswer() {
        assertThat(enters("other", "other")).isTrue();
        Granted first = enter("first", "kafka/first");
        for (String topic : List.of("kafka/second", "kafka/third")) {
            assertThat(enters("next", topic)).isFalse();
            shares.deferred(0, topic);
        }

        first.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/second]");
    }

    /** Otherwise the last worker would be gone, too, until {@code max-processing-time}. */
    @Test
    void whereNoMoreCallsMayGoOnTheLastWorkerServesTopicsThatReturnedMeanwhile() {
        handled("idle", false);
        for (int i = 0; i < HandedOverCalls.MOST; i++) {
            handled("proven", false);
            enter("worker " + i, "hanging-" + i);
            ticker.tick(CallDurations.LONG.plusMillis(1));
            assertThat(shares.handsOver("worker " + i)).isTrue();
        }
        handled("proven", false);
        for (String topic : List.of("one too many", "two too many", "three too many")) {
            enter(topic, topic);
            ticker.tick(CallDurations.LONG.plusMillis(1));
            shares.takesLong(topic);
            assertThat(shares.handsOver(topic)).isFalse();
        }

        assertThat(enters("last", "new")).isFalse();
        assertThat(enters("last", "idle")).as("it may hang since").isFalse();
        assertThat(enters("last", "proven")).isTrue();
        shares.replaced("last");
        assertThat(enters("last", "proven")).as("it hung").isFalse();

        shares.handled("worker 0");
        assertThat(enters("last", "new")).isTrue();
    }

    /** Many topics begin to hang at once, and all workers come free at once: each new call looks quick for a moment. */
    @Test
    void whereNoMoreCallsMayGoOnTopicsThatUsedToBeQuickLeaveTheLastWorkerFromTheBeginning() {
        List<String> idle = List.of("idle", "idle too", "idle as well", "idle at last");
        idle.forEach(topic -> handled(topic, false));
        for (int i = 0; i < HandedOverCalls.MOST; i++) {
            enter("worker " + i, "hanging-" + i);
            ticker.tick(CallDurations.LONG.plusMillis(1));
            assertThat(shares.handsOver("worker " + i)).isTrue();
        }
        handled("proven", false);
        idle.subList(0, 3).forEach(topic -> assertThat(enters(topic, topic)).isTrue());

        assertThat(enters("last", "idle at last")).isFalse();
        assertThat(enters("last", "proven")).isTrue();
    }

    @Test
    void aSingleCallThatGoesOnForLongMakesNoTopicProven() {
        handled("other", false);
        for (int i = 0; i < HandedOverCalls.MOST; i++) {
            enter("worker " + i, "hanging-" + i);
            ticker.tick(CallDurations.LONG.plusMillis(1));
            assertThat(shares.handsOver("worker " + i)).isTrue();
            if (i == 0) {
                handled("idle", false);
            }
        }
        hang("hanging-0", 3);

        assertThat(enters("last", "idle")).isFalse();
    }

    @Test
    void aTopicThatHangsLeavesTheOnlyWorkerOfItsDestination() {
        shares = shares(2);
        handled("kafka/any", false);
        handled("other", false);
        enter("worker", "hanging");
        ticker.tick(CallDurations.LONG.plusMillis(1));
        assertThat(shares.handsOver("worker")).isTrue();

        assertThat(enters("standby", "hanging")).isFalse();
        assertThat(enters("standby", "other")).isTrue();
        shares.replaced("standby");
        shares.handled("worker");
        assertThat(enters("standby", "hanging")).isTrue();
    }

    /** It is shorter than others have patience, so no call would ever be long. */
    @Test
    void aCallThatWasInterruptedInVainIsLong() {
        hang("hanging", 1);
        ticker.tick(CallDurations.WARY);

        shares.replaced("worker 0 of hanging");

        assertThat(shares.patience("next")).isEqualTo(CallDurations.WARY);
    }

    private void waits(String... topics) {
        for (String topic : topics) {
            assertThat(enters("last", topic)).isFalse();
            shares.deferred(0, topic);
        }
    }

    /** A new message woke it: a recall of it would be lost, and the one that waits would wait for its own deferral. */
    @Test
    void aTopicThatWasAdmittedWithoutARecallIsNotInLineAnyMore() {
        handled("other", false);
        List.of("slow", "first in line", "woken").forEach(topic -> handled(topic, true));
        enter("fourth", "other");
        Granted first = enter("first", "slow");
        hang("slow", 2);
        waits("first in line", "woken");
        first.permit().close();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [first in line]");
        queue.settlements.clear();

        ticker.tick(Turns.TIMEOUT);
        Granted woken = enter("first", "woken");
        waits("first in line");
        woken.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [first in line]");
    }

    @Test
    void theNextTopicIsRecalledIfTheFirstOneDoesNotCome() {
        handled("other", false);
        List.of("slow", "gone", "waiter").forEach(topic -> handled(topic, true));
        enter("fourth", "other");
        Granted first = enter("first", "slow");
        hang("slow", 2);
        waits("gone", "waiter");
        first.permit().close();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [gone]");
        queue.settlements.clear();

        ticker.tick(Turns.TIMEOUT);
        shares.recallNext();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [waiter]");
    }

    /** While Redis hangs, standby workers claim beside those that wait for it: more than there are handler slots. */
    @Test
    void aCallThatWasAdmittedBeforeItsTopicTurnedOutToBeSlowDoesNotBeginInTheLastSlot() {
        for (int i = 0; i < CallDurations.TRUSTED; i++) {
            handled("quick", false);
            handled("hangs", false);
        }
        hang("hangs", 4);
        Granted waits = (Granted) shares.admit("waits", 0, "hangs");
        ticker.tick(CallDurations.LONG.plusMillis(1));
        assertThat(shares.handsOver("worker 0 of hangs")).isTrue();

        assertThat(shares.tryBegin("waits")).isFalse();
        shares.handled("waits");
        waits.permit().close();

        Granted quick = (Granted) shares.admit("free", 0, "quick");
        assertThat(shares.tryBegin("free")).isTrue();
        quick.permit().close();
        assertThat(enters("another", "hangs")).as("it is still slow").isFalse();
    }

    @Test
    void aTopicIsNotSlowBecauseItsCallWaitedForASlot() {
        handled("quick", false);
        Granted waits = (Granted) shares.admit("waits", 0, "quick");
        ticker.tick(CallDurations.LONG.plusMillis(1));
        assertThat(shares.tryBegin("waits")).isTrue();
        shares.handled("waits");
        waits.permit().close();

        hang("hangs", 3);
        assertThat(enters("last", "quick")).isTrue();
    }
}
