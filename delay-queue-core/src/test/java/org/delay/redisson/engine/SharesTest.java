package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.TopicRule.Bound;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which topics may have the last worker of four. */
class SharesTest {

    private static final TopicRules RULES =
            topic -> topic.equals("bounded") ? new TopicRule(null, new Bound("four", 4)) : TopicRule.PLAIN;

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final Workplace place = EngineParts.place(queue, ticker, DispatchListener.NONE, RULES);
    private final Shares shares = place.shares();

    @BeforeEach
    void fourWorkers() {
        assertThat(place.settings().workers()).isEqualTo(4);
    }

    private boolean enters(Object worker, String topic) {
        return shares.admit(worker, topic) instanceof Granted;
    }

    private void hang(String topic, int workers) {
        for (int worker = 0; worker < workers; worker++) {
            assertThat(enters("worker " + worker + " of " + topic, topic)).isTrue();
        }
    }

    private void handled(String topic, boolean slowly) {
        Granted granted = (Granted) shares.admit("once", topic);
        if (slowly) {
            ticker.tick(Shares.LONG.plusMillis(1));
        }
        shares.handled("once");
        granted.permit().close();
    }

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
    void aBoundOfItsOwnCountsInstead() {
        handled("other", false);
        hang("bounded", 3);

        assertThat(enters("last", "bounded")).isTrue();
    }

    @Test
    void whoComesFreeBringsForwardWhatWaited() {
        handled("other", false);
        Granted first = (Granted) shares.admit("first", "hanging");
        hang("hanging", 2);
        assertThat(enters("last", "hanging")).isFalse();
        shares.putOff(0, "hanging");

        first.permit().close();
        place.recalls().run();

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
}
