package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

class WaitingTopicsTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final RecallQueue recalls = new RecallQueue(queue, Schedules.alone(ticker));
    private final WaitingTopics waiting = new WaitingTopics(recalls, ticker, new Turns(ticker));

    private void recall(int most) {
        assertThat(waiting.recall(most, topic -> !topic.startsWith("stays"))).isEqualTo(most);
        recalls.run();
    }

    @Test
    void topicsOfAllPacesComeInTheOrderInWhichTheyCame() {
        waiting.add(0, "first", Pace.SLOW);
        waiting.add(1, "second", Pace.QUICK);
        waiting.add(2, "third", Pace.UNCLEAR);
        waiting.add(3, "last", Pace.SLOW);

        recall(1);
        recall(2);

        assertThat(queue.settlements).containsExactly("defer [first]", "defer [second]", "defer [third]");
    }

    @Test
    void aTopicKeepsItsTurnWhenMoreIsKnownOfIt() {
        waiting.add(0, "first", Pace.UNCLEAR);
        waiting.add(0, "second", Pace.SLOW);
        waiting.add(0, "first", Pace.SLOW);

        recall(1);

        assertThat(queue.settlements).containsExactly("defer [first]");
    }

    @Test
    void manyOfAnotherPaceThatMayNotComeAreNotInTheWay() {
        for (int i = 0; i < 100; i++) {
            waiting.add(0, "stays " + i, Pace.SLOW);
        }
        waiting.add(0, "comes", Pace.QUICK);

        recall(1);

        assertThat(queue.settlements).containsExactly("defer [comes]");
    }

    @Test
    void whoWasAdmittedDoesNotWaitAnyMore() {
        waiting.add(0, "admitted", Pace.QUICK);
        waiting.remove(0, "admitted");

        assertThat(waiting.recall(1, topic -> true)).isZero();
        assertThat(waiting.isEmpty()).isTrue();
    }
}
