package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.junit.jupiter.api.Test;

/** Topics that wait take turns, although one whose call has just ended can claim again first. */
class TurnsTest extends WorkerSharesFixture {

    private final ConcurrencyLimits one =
            new ConcurrencyLimits(topic -> new TopicRule(null, new ConcurrencyLimit("shared", 1)), recalls, ticker);

    /** All slow workers are busy, and the second topic waits for one of them. */
    private Granted busy() {
        handled("other", false);
        handled("slow", true);
        handled("second slow", true);
        Granted ending = enter("ending", "slow");
        hang("slow", 2);
        assertThat(enters("free", "second slow")).isFalse();
        shares.deferred(0, "second slow");
        return ending;
    }

    @Test
    void aTopicThatWaitedComesBeforeASlowOneWhoseCallHasEnded() {
        busy().permit().close();

        assertThat(shares.turnBefore("ending", 0, "slow")).isEqualTo("second slow");
        assertThat(enters("ending", "second slow")).isTrue();
    }

    /** Nothing of it may be due any more, or another instance may have it. */
    @Test
    void eachIsAskedOnceInPlaceOfAnother() {
        busy().permit().close();
        assertThat(shares.turnBefore("ending", 0, "slow")).isEqualTo("second slow");

        assertThat(shares.turnBefore("ending", 0, "slow")).isNull();
    }

    @Test
    void itsTurnLastsUntilAWorkerIsFree() {
        busy().permit().close();

        ticker.tick(Turns.TIMEOUT.multipliedBy(10));

        assertThat(shares.turnBefore("ending", 0, "slow")).isEqualTo("second slow");
    }

    @Test
    void nobodyComesBeforeAQuickTopicOrOneThatHasATurnOrInAnotherShard() {
        busy().permit().close();

        assertThat(shares.turnBefore("ending", 0, "other")).isNull();
        assertThat(shares.turnBefore("ending", 0, "second slow")).isNull();
        assertThat(shares.turnBefore("ending", 1, "slow")).isNull();
    }

    @Test
    void nobodyLosesATurnWhereThereIsNoRoom() {
        Granted ending = busy();
        ending.permit().close();
        hang("slow", 3);
        assertThat(shares.turnBefore("free", 0, "slow")).isNull();

        shares.replaced("worker 0 of slow");

        assertThat(shares.turnBefore("free", 0, "slow")).isEqualTo("second slow");
    }

    /** There is room for one: whichever of two claims first would always leave the other one without. */
    @Test
    void oneSlowTopicIsRecalledAtATime() {
        handled("third slow", true);
        Granted ending = busy();
        assertThat(enters("free", "third slow")).isFalse();
        shares.deferred(0, "third slow");

        ending.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [second slow]");
    }

    /** A recall of the topic whose call has ended, right after it was deferred, would put it in front again. */
    @Test
    void whoeverWaitsForTheTurnOfAnotherIsNotRecalledMeanwhile() {
        busy().permit().close();
        recalls.run();
        queue.settlements.clear();

        shares.deferred(0, "slow");
        ticker.tick(Turns.TIMEOUT.dividedBy(2));
        shares.recallNext();
        recalls.run();

        assertThat(queue.settlements).isEmpty();
    }

    @Test
    void aTopicThatComesTooLateForItsTurnKeepsItsPlace() {
        Granted running = (Granted) one.admit(this, 0, "running");
        one.deferred(0, "first");
        one.deferred(0, "second");
        running.permit().close();
        Granted between = (Granted) one.admit(this, 0, "between");
        one.deferred(0, "first");
        recalls.run();
        queue.settlements.clear();

        between.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [first]");
    }

    @Test
    void topicsWithACommonLimitTakeTurns() {
        Granted running = (Granted) one.admit(this, 0, "running");
        one.deferred(0, "waiting");
        assertThat(one.turnBefore(this, 0, "running")).isNull();
        running.permit().close();

        assertThat(one.turnBefore(this, 0, "running")).isEqualTo("waiting");
    }
}
