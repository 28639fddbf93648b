package org.delay.redisson.rabbit;

import java.util.List;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.broker.BrokerConsumer;

/**
 * Publishes due messages to RabbitMQ. A message is done when the broker has confirmed it and routed it to at least one queue. It
 * is persistent, and has the body as UTF-8 text, the id as its message id, the priority, the application's headers and those of
 * {@link org.delay.redisson.Headers}.
 *
 * <p>Safe for use by many threads. It throws the exceptions of {@link RabbitSimpleMessageProducer#send}.
 */
public class RabbitDelayQueueMessageConsumer extends BrokerConsumer {

    private final RabbitSimpleMessageProducer producer;

    /** @param producer the caller closes it, after the last message */
    public RabbitDelayQueueMessageConsumer(RabbitSimpleMessageProducer producer) {
        this.producer = producer;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        producer.send(topic, messages);
    }
}
