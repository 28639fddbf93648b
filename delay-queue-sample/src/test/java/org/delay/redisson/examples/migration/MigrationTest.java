package org.delay.redisson.examples.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** The move from {@code RDelayedQueue} that the documents describe, with the real one. */
class MigrationTest {

    private RedisServer server;
    private RedissonClient redisson;
    private DelayQueueMessage queue;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        Config config = new Config().setCodec(StringCodec.INSTANCE);
        config.useSingleServer().setAddress(server.uri());
        redisson = Redisson.create(config);
        queue = RedissonDelayQueue.on(redisson)
                .service("orders")
                .bodyConverter(new FastjsonBodyConverter())
                .build();
    }

    @AfterEach
    void stop() {
        redisson.shutdown();
        server.close();
    }

    @Test
    void bothRunSideBySideWhileTheOldOneIsDrained() throws InterruptedException {
        OldQueueDrain drain =
                new OldQueueDrain(redisson, "order-timeout", new DelayQueueMessageProducer(queue), "order-timeout");
        try (DelayedQueueSender old = new DelayedQueueSender(redisson, "order-timeout")) {
            old.send("sent before the move", 200, TimeUnit.MILLISECONDS);
            queue.addDelayQueue("sent after the move", 0, TimeUnit.SECONDS, "order-timeout");
            assertThat(drain.isDrained()).isFalse();

            await().atMost(Duration.ofMinutes(2)).until(drain::forwardNext);

            assertThat(drain.isDrained()).isTrue();
            assertThat(old.destination()).isEmpty();
        }
        drain.close();
        assertThat(queue.getDelayQueue("order-timeout")).isEqualTo("sent after the move");
        assertThat(queue.getDelayQueue("order-timeout")).isEqualTo("sent before the move");
    }

    /** As after a crash between the two. */
    @Test
    void whatWasNotSentStaysInTheOldQueue() throws InterruptedException {
        DelayQueueMessageProducer producer = new DelayQueueMessageProducer(queue);
        OldQueueDrain unfit = new OldQueueDrain(redisson, "order-timeout", producer, "no topic");
        OldQueueDrain drain = new OldQueueDrain(redisson, "order-timeout", producer, "order-timeout");
        try (DelayedQueueSender old = new DelayedQueueSender(redisson, "order-timeout")) {
            old.send("twice the same", 0, TimeUnit.SECONDS);
            old.send("twice the same", 0, TimeUnit.SECONDS);
            await().until(() -> old.destination().size() == 2);

            assertThatThrownBy(unfit::forwardNext).isInstanceOf(IllegalArgumentException.class);
            assertThat(old.destination()).hasSize(2);

            assertThat(drain.forwardNext()).isTrue();
            assertThat(old.destination()).hasSize(1);
            assertThat(drain.forwardNext()).isTrue();
            assertThat(drain.forwardNext()).isFalse();
            assertThat(drain.isDrained()).isTrue();
        }
        unfit.close();
        drain.close();
        assertThat(queue.getDelayQueue("order-timeout")).isEqualTo("twice the same");
        assertThat(queue.getDelayQueue("order-timeout")).isEqualTo("twice the same");
    }

    /** The two have no key in common, so a name can stay. */
    @Test
    void theSameNameMayBeUsedByBoth() {
        try (DelayedQueueSender old = new DelayedQueueSender(redisson, "order-timeout")) {
            old.send("old", 1, TimeUnit.HOURS);
            Iterable<String> oldKeys = redisson.getKeys().getKeys();
            assertThat(oldKeys).hasSize(2);
            queue.addDelayQueue("new", 1, TimeUnit.HOURS, "order-timeout");
            assertThat(redisson.getKeys().getKeys()).hasSize(8).containsAll(oldKeys);
        }
    }
}
