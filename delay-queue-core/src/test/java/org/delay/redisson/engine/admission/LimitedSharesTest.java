package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.delay.redisson.engine.admission.Admission.Granted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of four workers topics with a concurrency limit may have, and what they leave to others. */
class LimitedSharesTest extends WorkerSharesFixture {

    @Test
    void aLimitOfAllWorkersIsAChoice() {
        handled("other", false);
        hang("bounded", 3);

        assertThat(enters("last", "bounded")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bounded", "bounded to three"})
    void callsWithALimitLeaveSlowOnesOneWorkerLess(String bounded) {
        handled("other", false);
        handled("slow", true);
        hang(bounded, 1);
        hang("slow", 2);

        assertThat(enters("last", "slow")).isFalse();
        assertThat(enters("last", "other")).isTrue();
    }

    @Test
    void aLowerLimitDoesNotGiveASlowTopicTheLastWorker() {
        handled("other", false);
        handled("slow", true);
        handled("bounded to three", true);
        hang("slow", 2);
        hang("bounded to three", 1);

        assertThat(enters("last", "bounded to three")).isFalse();
        shares.deferred(0, "bounded to three");
        assertThat(enters("last", "other")).isTrue();

        shares.replaced("worker 0 of slow");
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [bounded to three]");
        assertThat(enters("free", "bounded to three")).isTrue();
    }

    @Test
    void aQuickTopicWithALowerLimitGetsTheLastWorkerToo() {
        handled("slow", true);
        handled("bounded to three", false);
        hang("slow", 3);

        assertThat(enters("last", "bounded to three")).isTrue();
    }

    /** Those that could not come anyway take no turn from others. */
    @Test
    void ofATopicWhoseLimitIsReachedNothingIsRecalled() {
        handled("other", false);
        handled("slow", true);
        Granted first = enter("first", "bounded to three");
        Granted second = enter("second", "slow");
        hang("slow", 1);
        for (int shard = 0; shard < 20; shard++) {
            shares.deferred(shard, "bounded to three");
        }
        shares.deferred(0, "slow");
        Granted permit = (Granted) limits.admit("any", 0, "bounded to three");
        assertThat(limits.admit("any", 1, "bounded to three")).isInstanceOf(Granted.class);
        assertThat(limits.admit("any", 2, "bounded to three")).isInstanceOf(Granted.class);

        second.permit().close();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [slow]");

        queue.settlements.clear();
        permit.permit().close();
        first.permit().close();
        recalls.run();
        assertThat(queue.settlements).contains("defer [bounded to three]");
    }

    @Test
    void aLimitDoesNotGiveADestinationAllWorkersBesideOthers() {
        handled("kafka/any", false);
        handled("bounded to three", false);
        hang("bounded to three", 2);
        hang("quick", 1);

        assertThat(enters("last", "bounded to three")).isFalse();
        assertThat(enters("last", "kafka/any")).isTrue();
    }

    /** Its limit holds all the same: the call has its permit until it returns. */
    @Test
    void aCallWithALimitThatTakesUnexpectedlyLongDoesNotCount() {
        handled("other", false);
        hang("bounded to three", 3);
        assertThat(enters("last", "bounded to three")).isFalse();

        assertThat(shares.handsOver("worker 0 of bounded to three")).isTrue();

        assertThat(enters("free", "other")).isTrue();
        assertThat(enters("last", "other")).isTrue();
    }

    /** Whichever comes first, the other one waits for it, and quick topics for neither. */
    @Test
    void ofTwoWorkersASlowTopicWithALimitAndAnotherOneTakeTurns() {
        shares = shares(2);
        handled("other", false);
        handled("slow", true);
        handled("bounded to one", true);
        Granted bounded = enter("first", "bounded to one");
        assertThat(enters("second", "slow")).isFalse();
        assertThat(enters("second", "other")).isTrue();
        shares.deferred(0, "slow");

        bounded.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [slow]");
        assertThat(enters("first", "slow")).isTrue();
        assertThat(enters("third", "bounded to one")).isFalse();
    }
}
