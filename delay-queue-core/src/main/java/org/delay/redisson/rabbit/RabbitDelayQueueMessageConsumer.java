package org.delay.redisson.rabbit;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/**
 * Publishes due messages to RabbitMQ. A message is done when the broker has confirmed it and routed it to at least one queue. It
 * is persistent, and has the body as UTF-8 text, the id as its message id, the priority, the application's headers and those of
 * {@link org.delay.redisson.Headers}.
 *
 * <p>Safe for use by many threads. It throws the exceptions of {@link RabbitSimpleMessageProducer#send}.
 */
public class RabbitDelayQueueMessageConsumer extends DelayQueueMessageConsumer {

    private static final int BATCH_SIZE = 200;

    private final RabbitSimpleMessageProducer producer;

    /** @param producer the caller closes it, after the last message */
    public RabbitDelayQueueMessageConsumer(RabbitSimpleMessageProducer producer) {
        this.producer = producer;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        producer.send(topic, messages);
    }

    /** 200: the broker confirms many messages of a batch at once. */
    @Override
    public int batchSize() {
        return BATCH_SIZE;
    }

    /** True: it passes messages on and does not process them. */
    @Override
    public boolean forwards(String topic) {
        return true;
    }
}
