package org.delay.redisson.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/** A consumer whose {@code batchSize} may throw, which would make claims fail: then it gets messages one by one. */
@Slf4j
@RequiredArgsConstructor
final class GuardedConsumer extends DelayQueueMessageConsumer {

    /** The most topics that are logged: the reason is mostly the same for all. */
    private static final int MOST_LOGGED = 100;

    private final DelayQueueMessageConsumer consumer;
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        consumer.deliver(topic, messages);
    }

    @Override
    public int batchSize(String topic) {
        try {
            return Math.max(1, consumer.batchSize(topic));
        } catch (Throwable e) {
            if (logged.size() < MOST_LOGGED && logged.add(topic)) {
                log.warn(
                        "batchSize() of the consumer of topic {} threw an exception. The consumer gets its"
                                + " messages one by one",
                        topic,
                        e);
            }
            return 1;
        }
    }

    @Override
    public boolean forwards(String topic) {
        return consumer.forwards(topic);
    }
}
