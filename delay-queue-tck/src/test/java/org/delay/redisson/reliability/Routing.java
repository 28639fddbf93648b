package org.delay.redisson.reliability;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.system.Handler;
import org.jspecify.annotations.Nullable;

/** Topics whose names begin with {@value #KAFKA} go to Kafka, where there is one, and all others to a handler. */
final class Routing extends DelayQueueMessageConsumer {

    static final String KAFKA = "kafka";

    private final @Nullable DelayQueueMessageConsumer kafka;
    private final Handler.Work handler;

    Routing(@Nullable DelayQueueMessageConsumer kafka, Handler.Work handler) {
        this.kafka = kafka;
        this.handler = handler;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        if (isKafkas(topic)) {
            kafka.deliver(topic, messages);
            return;
        }
        for (DelayedMessage message : messages) {
            handler.handle(message);
        }
    }

    @Override
    public int batchSize(String topic) {
        return isKafkas(topic) ? kafka.batchSize(topic) : 1;
    }

    @Override
    public boolean forwards(String topic) {
        return isKafkas(topic) && kafka.forwards(topic);
    }

    private boolean isKafkas(String topic) {
        return kafka != null && topic.startsWith(KAFKA);
    }
}
