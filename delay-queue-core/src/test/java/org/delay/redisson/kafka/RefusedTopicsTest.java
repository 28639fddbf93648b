package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusedTopicsTest {

    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
    private final RefusedTopics refused = new RefusedTopics(Duration.ofNanos(10), time::get);

    @Test
    void aTopicIsAskedForByOneCallerAfterEachPause() {
        assertThat(refused.instead("t")).isNull();

        refused.add("t", Refusal.MISSING);
        assertThat(refused.instead("t")).isEqualTo(Refusal.MISSING);
        assertThat(refused.instead("other")).isNull();

        time.addAndGet(10);
        assertThat(refused.instead("t")).isNull();
        assertThat(refused.instead("t")).isEqualTo(Refusal.MISSING);

        time.addAndGet(10);
        assertThat(refused.instead("t")).isNull();
        refused.remove("t");
        assertThat(refused.instead("t")).isNull();
        assertThat(refused.instead("t")).isNull();
    }

    @Test
    void whoWaitedInVainLearnsWhatAnotherOneWasTold() {
        refused.add("t", Refusal.DENIED);
        time.addAndGet(10);

        assertThat(refused.instead("t")).isNull();
        assertThat(refused.last("t")).isEqualTo(Refusal.DENIED);
        assertThat(refused.last("other")).isNull();
    }

    @Test
    void noMoreThanSoManyAreRemembered() {
        for (int number = 0; number <= RefusedTopics.MOST; number++) {
            refused.add("t" + number, Refusal.MISSING);
        }
        assertThat(refused.size()).isEqualTo(RefusedTopics.MOST);

        time.addAndGet(10);
        refused.add("another", Refusal.MISSING);
        assertThat(refused.size()).isOne();
        assertThat(refused.instead("another")).isEqualTo(Refusal.MISSING);
    }
}
