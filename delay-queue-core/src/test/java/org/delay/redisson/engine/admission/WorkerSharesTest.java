package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.Bound;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** Which topics may have the last worker of four. */
class WorkerSharesTest {

    private static final TopicRules RULES = topic -> topic.equals("bounded")
            ? new TopicRule(null, new Bound("four", 4))
            : TopicRule.PLAIN.withDestination(topic.startsWith("kafka/") ? "kafka" : "consumer");

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final RecallQueue recalls = new RecallQueue(queue, Schedules.alone(ticker));
    private final DestinationBreakers destinations =
            new DestinationBreakers(RULES, ticker, recalls, DispatchListener.NONE);
    private final WorkerShares shares = new WorkerShares(ticker, 4, RULES, destinations, recalls);

    private boolean enters(Object worker, String topic) {
        return shares.admit(worker, 0, topic) instanceof Granted;
    }

    private void hang(String topic, int workers) {
        for (int worker = 0; worker < workers; worker++) {
            assertThat(enters("worker " + worker + " of " + topic, topic)).isTrue();
        }
    }

    private void handled(String topic, boolean slowly) {
        Granted granted = (Granted) shares.admit("once", 0, topic);
        if (slowly) {
            ticker.tick(CallDurations.LONG.plusMillis(1));
        }
        destinations.of(topic).delivered(topic);
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
        Granted first = (Granted) shares.admit("first", 0, "hanging");
        hang("hanging", 2);
        assertThat(enters("last", "hanging")).isFalse();
        shares.putOff(0, "hanging");

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
    void aDestinationThatHasNeverAnsweredHasOneWorker() {
        assertThat(enters("first", "kafka/a")).isTrue();

        assertThat(enters("second", "kafka/b")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
    }

    @Test
    void aDestinationThatHasAnsweredHasAllWorkersForQuickTopics() {
        handled("mine", false);
        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            handled(topic, false);
        }

        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            assertThat(enters(topic, topic)).isTrue();
        }
    }

    @Test
    void severalDestinationsThatDoNotAnswerLeaveOneWorkerToThoseThatDo() {
        handled("other", false);
        TopicRules byTopic = topic -> TopicRule.PLAIN.withDestination(topic);
        DestinationBreakers destinations = new DestinationBreakers(byTopic, ticker, recalls, DispatchListener.NONE);
        WorkerShares shares = new WorkerShares(ticker, 4, byTopic, destinations, recalls);
        for (String topic : List.of("mine", "a", "b", "c")) {
            Admission admission = shares.admit(topic, 0, topic);
            assertThat(admission).isInstanceOf(Granted.class);
            if (topic.equals("mine")) {
                destinations.of(topic).delivered(topic);
                shares.handled(topic);
                ((Granted) admission).permit().close();
            }
        }

        assertThat(shares.admit("last", 0, "d")).isInstanceOf(Admission.Deferred.class);
        assertThat(shares.admit("last", 0, "mine")).isInstanceOf(Granted.class);
    }

    @Test
    void aDestinationThatFailedHasOneWorkerUntilItAnswers() {
        handled("mine", false);
        handled("kafka/a", false);
        handled("kafka/b", false);
        destinations.of("kafka/a").unavailable("kafka/a", new IllegalStateException("down"));
        destinations.of("kafka/b").unavailable("kafka/b", new IllegalStateException("down"));

        assertThat(enters("first", "kafka/a")).isTrue();
        assertThat(enters("second", "kafka/b")).isFalse();
    }

    /** Nobody has failed yet, and nobody is answered any more. */
    @Test
    void aDestinationThatGoesAwayTakesNoMoreWorkers() {
        for (String topic : List.of("mine", "kafka/a", "kafka/b", "kafka/c")) {
            handled(topic, false);
        }
        assertThat(enters("first", "kafka/a")).isTrue();
        assertThat(enters("second", "kafka/b")).isTrue();
        ticker.tick(WorkerShares.MOMENT.plusMillis(1));

        assertThat(enters("third", "kafka/c")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
    }

    @Test
    void aTopicThatTakesItsTimeHasAllWorkersWhileItsDestinationAnswers() {
        handled("other", false);
        handled("busy", false);
        hang("busy", 3);
        ticker.tick(WorkerShares.MOMENT.plusMillis(1));
        destinations.of("busy").delivered("busy");

        assertThat(enters("last", "busy")).isTrue();
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

    @Test
    void aSlowHandlerDoesNotKeepItsDestinationToOneWorkerForLong() {
        handled("other", false);
        assertThat(enters("first", "kafka/a")).isTrue();
        ticker.tick(WorkerShares.PATIENCE.plusMillis(1));

        assertThat(enters("second", "kafka/b")).isTrue();
    }
}
