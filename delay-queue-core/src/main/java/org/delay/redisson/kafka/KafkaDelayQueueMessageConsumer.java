package org.delay.redisson.kafka;

import java.util.List;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.broker.BrokerConsumer;

/**
 * Publishes due messages to the Kafka topic of the same name. A message is done when the broker has confirmed its record.
 * The record has the message's key, its body as the value, its headers as UTF-8 text, and those of
 * {@link org.delay.redisson.Headers}.
 *
 * <p>Safe for use by many threads. It throws the exceptions of {@link KafkaSimpleMessageProducer#send}.
 */
public class KafkaDelayQueueMessageConsumer extends BrokerConsumer {

    private final KafkaSimpleMessageProducer producer;

    /** @param producer the caller closes it, after the last message */
    public KafkaDelayQueueMessageConsumer(KafkaSimpleMessageProducer producer) {
        this.producer = producer;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        producer.send(topic, messages);
    }
}
