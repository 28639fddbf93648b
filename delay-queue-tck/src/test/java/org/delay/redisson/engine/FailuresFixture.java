package org.delay.redisson.engine;

import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;

/** An engine whose consumer fails, and what becomes of its messages. */
abstract class FailuresFixture {

    final EngineFixture fixture = new EngineFixture();
    final EngineFixture.Heard heard = new EngineFixture.Heard();
    final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    final Queue<DelayedMessage> got = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        fixture.close();
    }

    void start(DelayQueueMessage on, int batchSize, EngineFixture.Handler handler) {
        fixture.engine(on, FAST, heard, batchSize, (topic, messages) -> {
                    got.addAll(messages);
                    handler.handle(topic, messages);
                })
                .start();
    }

    void start(EngineFixture.Handler handler) {
        start(queue, 1, handler);
    }

    DelayQueueMessage.StoredMessage awaitDead(String id) {
        await().atMost(LONG)
                .until(() -> queue.find("orders", id)
                        .filter(found -> found.state() == State.DEAD)
                        .isPresent());
        return queue.find("orders", id).orElseThrow();
    }

    List<Integer> attempts(String id) {
        return got.stream()
                .filter(message -> message.id().equals(id))
                .map(DelayedMessage::attempt)
                .toList();
    }
}
