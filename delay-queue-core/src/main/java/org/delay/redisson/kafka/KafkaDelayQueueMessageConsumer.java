package org.delay.redisson.kafka;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/**
 * Publishes due messages to the Kafka topic of the same name. A message is done when the broker has confirmed its record.
 * The record has the message's key, its body as the value, its headers as UTF-8 text, and those of
 * {@link org.delay.redisson.Headers}.
 *
 * <p>Safe for use by many threads. What is thrown is as {@link KafkaSimpleMessageProducer#send} says.
 */
public class KafkaDelayQueueMessageConsumer extends DelayQueueMessageConsumer {

    private static final int BATCH_SIZE = 200;

    private final KafkaSimpleMessageProducer producer;

    /** @param producer stays the caller's to close, after the last message */
    public KafkaDelayQueueMessageConsumer(KafkaSimpleMessageProducer producer) {
        this.producer = producer;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        producer.send(topic, messages);
    }

    /** 200: messages of one batch share their way to the broker. */
    @Override
    public int batchSize() {
        return BATCH_SIZE;
    }

    /** True: the work is Kafka's. */
    @Override
    public boolean forwards(String topic) {
        return true;
    }
}
