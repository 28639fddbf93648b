package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Time passes for an application with listener methods, and nobody for other topics. */
@SpringBootTest(classes = ListenerMethodsTest.Application.class)
@AutoConfigureDelayQueueTest
class ListenerMethodsTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private Listener listener;

    @Test
    void messagesComeToTheirMethod() {
        for (int i = 0; i < 5; i++) {
            producer.sendMessage("bounded", i, Duration.ofMinutes(5 - i));
        }
        listener.got.clear();
        delays.advance(Duration.ofMinutes(5));
        assertThat(listener.got).containsExactly(4, 3, 2, 1, 0);
    }

    @Test
    void whatNobodyReceivesStaysAndKeepsNobodyWaiting() {
        producer.sendMessage("nobodys", "x", Duration.ofMinutes(1));
        delays.advance(Duration.ofDays(30));
        assertThat(delays).hasScheduled("nobodys").withFailures(0);
    }

    @Test
    void theJitterOfAMethodIsOffToo() {
        producer.sendMessage("failing", 1, Duration.ZERO);
        delays.advance(Duration.ZERO);
        assertThat(delays).hasScheduled("failing").withFailures(1).dueIn(Duration.ofHours(1));
    }

    @Test
    void aTopicThatIsPausedKeepsNobodyWaiting() {
        listener.got.clear();
        producer.sendMessage("bounded", 1, Duration.ofMinutes(1));
        delays.queue().pause("bounded");
        delays.advance(Duration.ofHours(1));
        assertThat(listener.got).isEmpty();
        assertThat(delays).hasScheduled("bounded").withFailures(0);

        delays.queue().resume("bounded");
        delays.advance(Duration.ZERO);
        assertThat(listener.got).containsExactly(1);
    }

    @Test
    void whatMayFailAfterTheMethodIsNotAcked() {
        producer.sendMessage("later", 1, Duration.ZERO);
        delays.advance(Duration.ZERO);
        assertThat(delays).hasDeadLetter("later").withError("returned a CompletableFuture");
    }

    @Nested
    class Inside {

        @Test
        void nestedTestsAreSuchTestsToo() {
            assertThat(delays).hasNothingScheduled();
            producer.sendMessage("bounded", 7, Duration.ZERO);
            delays.advance(Duration.ZERO);
            assertThat(listener.got).contains(7);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Listener.class)
    static class Application {}

    static class Listener {

        final List<Integer> got = new CopyOnWriteArrayList<>();

        @DelayQueueListener(topics = "bounded", concurrency = "3")
        void on(int number) {
            got.add(number);
        }

        @DelayQueueListener(topics = "failing", retryDelay = "1h", retryMaxDelay = "2h", retryJitter = "1")
        void fail(int number) {
            throw new IllegalStateException("on purpose");
        }

        /** Startup can't see that it returns a future. */
        @DelayQueueListener(topics = "later")
        @SuppressWarnings("FutureReturnValueIgnored")
        Object later(int number) {
            return new CompletableFuture<>();
        }
    }
}
