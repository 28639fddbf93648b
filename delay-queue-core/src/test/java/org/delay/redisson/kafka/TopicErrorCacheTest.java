package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TopicErrorCacheTest {

    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
    private final TopicErrorCache errors = new TopicErrorCache(Duration.ofNanos(10), time::get);

    @Test
    void oneCallerTriesATopicAfterEachPause() {
        assertThat(errors.getUnlessRetryDue("t")).isNull();

        errors.put("t", TopicError.UNKNOWN);
        assertThat(errors.getUnlessRetryDue("t")).isEqualTo(TopicError.UNKNOWN);
        assertThat(errors.getUnlessRetryDue("other")).isNull();

        time.addAndGet(10);
        assertThat(errors.getUnlessRetryDue("t")).isNull();
        assertThat(errors.getUnlessRetryDue("t")).isEqualTo(TopicError.UNKNOWN);

        time.addAndGet(10);
        assertThat(errors.getUnlessRetryDue("t")).isNull();
        errors.remove("t");
        assertThat(errors.getUnlessRetryDue("t")).isNull();
        assertThat(errors.getUnlessRetryDue("t")).isNull();
    }

    @Test
    void aCallerThatTimedOutFindsTheErrorOfAnother() {
        errors.put("t", TopicError.UNAUTHORIZED);
        time.addAndGet(10);

        assertThat(errors.getUnlessRetryDue("t")).isNull();
        assertThat(errors.get("t")).isEqualTo(TopicError.UNAUTHORIZED);
        assertThat(errors.get("other")).isNull();
    }

    @Test
    void cachesAtMostItsMaximumSize() {
        for (int number = 0; number <= TopicErrorCache.MAX_SIZE; number++) {
            errors.put("t" + number, TopicError.UNKNOWN);
        }
        assertThat(errors.size()).isEqualTo(TopicErrorCache.MAX_SIZE);

        time.addAndGet(10);
        errors.put("another", TopicError.UNKNOWN);
        assertThat(errors.size()).isOne();
        assertThat(errors.getUnlessRetryDue("another")).isEqualTo(TopicError.UNKNOWN);
    }
}
