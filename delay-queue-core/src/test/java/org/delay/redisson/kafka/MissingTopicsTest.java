package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MissingTopicsTest {

    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
    private final MissingTopics missing = new MissingTopics(Duration.ofNanos(10), time::get);

    @Test
    void aTopicIsAskedForByOneCallerAfterEachPause() {
        assertThat(missing.contains("t")).isFalse();

        missing.add("t");
        assertThat(missing.contains("t")).isTrue();
        assertThat(missing.contains("other")).isFalse();

        time.addAndGet(10);
        assertThat(missing.contains("t")).isFalse();
        assertThat(missing.contains("t")).isTrue();

        time.addAndGet(10);
        assertThat(missing.contains("t")).isFalse();
        missing.remove("t");
        assertThat(missing.contains("t")).isFalse();
        assertThat(missing.contains("t")).isFalse();
    }

    @Test
    void noMoreThanSoManyAreRemembered() {
        for (int number = 0; number <= MissingTopics.MOST; number++) {
            missing.add("t" + number);
        }
        assertThat(missing.size()).isEqualTo(MissingTopics.MOST);

        time.addAndGet(10);
        missing.add("another");
        assertThat(missing.size()).isOne();
        assertThat(missing.contains("another")).isTrue();
    }
}
