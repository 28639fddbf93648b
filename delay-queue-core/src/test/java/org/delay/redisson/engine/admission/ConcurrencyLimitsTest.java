package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** Topics that share one call at a time: who is recalled when it ends. */
class ConcurrencyLimitsTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final RecallQueue recalls = new RecallQueue(queue, Schedules.alone(ticker));
    private final ConcurrencyLimits limits =
            new ConcurrencyLimits(topic -> new TopicRule(null, new ConcurrencyLimit("shared", 1)), recalls, ticker);

    private Granted enter(String topic) {
        return (Granted) limits.admit(this, 0, topic);
    }

    private void defer(String topic) {
        assertThat(limits.admit(this, 0, topic)).isInstanceOf(Admission.Deferred.class);
        limits.deferred(0, topic);
    }

    private void assertRecalls(String... topics) {
        recalls.run();
        assertThat(queue.settlements).hasSize(topics.length);
        for (int i = 0; i < topics.length; i++) {
            assertThat(queue.settlements.get(i)).isEqualTo("defer [" + topics[i] + "]");
        }
        queue.settlements.clear();
    }

    @Test
    void theFirstOneInLineIsRecalledWhenACallEnds() {
        Granted running = enter("running");
        defer("first");
        defer("second");

        running.permit().close();

        assertRecalls("first");
    }

    /** A new message woke it: a recall of it would be lost, and the one that waits would wait for its own deferral. */
    @Test
    void aTopicThatWasAdmittedWithoutARecallIsNotInLineAnyMore() {
        Granted running = enter("running");
        defer("first");
        defer("woken");
        running.permit().close();
        assertRecalls("first");

        Granted woken = enter("woken");
        defer("first");
        woken.permit().close();

        assertRecalls("first");
    }

    @Test
    void theNextTopicIsRecalledIfTheFirstOneDoesNotCome() {
        Granted running = enter("running");
        defer("gone");
        defer("waiter");
        running.permit().close();
        assertRecalls("gone");

        limits.recallNext();
        assertRecalls();
        ticker.tick(Turns.TIMEOUT);
        limits.recallNext();

        assertRecalls("waiter");
    }

    @Test
    void noTopicIsRecalledWhileTheLimitIsReached() {
        Granted running = enter("running");
        defer("first");
        defer("second");
        running.permit().close();
        assertRecalls("first");
        enter("first");

        ticker.tick(Turns.TIMEOUT);
        limits.recallNext();

        assertRecalls();
    }

    /** The limit has room for more than one of them. */
    @Test
    void asManyTopicsAreRecalledAsHaveRoom() {
        ConcurrencyLimits two =
                new ConcurrencyLimits(topic -> new TopicRule(null, new ConcurrencyLimit("shared", 2)), recalls, ticker);
        Granted one = (Granted) two.admit(this, 0, "one");
        Granted other = (Granted) two.admit(this, 0, "other");
        for (String topic : new String[] {"gone", "also gone", "first", "second", "third"}) {
            two.deferred(0, topic);
        }
        one.permit().close();
        other.permit().close();
        recalls.run();
        queue.settlements.clear();

        ticker.tick(Turns.TIMEOUT);
        two.recallNext();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [first, second]");
    }
}
