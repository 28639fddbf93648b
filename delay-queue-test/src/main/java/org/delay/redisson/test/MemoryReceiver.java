package org.delay.redisson.test;

import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.test.MemoryMessage.Content;

/** Takes single messages without a lease, and waits for the next one. */
@RequiredArgsConstructor
final class MemoryReceiver {

    private final MemoryMonitor monitor;
    private final MemoryStore store;
    private final Signals signals;
    private final BodyConverter converter;

    Content receive(String topic) throws InterruptedException {
        Checks.topic(topic);
        return monitor.awaitResult(now -> take(topic, now), now -> store.untilNext(topic, now));
    }

    <T> T receive(String topic, Class<T> type) throws InterruptedException {
        Content taken = receive(topic);
        try {
            return converter.read(taken.body(), type);
        } catch (RuntimeException e) {
            throw new DelayQueueException.UnreadableBody(topic, taken.id(), type, e);
        }
    }

    private Optional<Content> take(String topic, Moment now) {
        if (signals.hasSubscribers()) {
            throw new IllegalStateException("getDelayQueue can't take messages of topic " + topic
                    + " while this application dispatches them to a consumer");
        }
        return store.take(topic, now).map(MemoryMessage::content);
    }
}
