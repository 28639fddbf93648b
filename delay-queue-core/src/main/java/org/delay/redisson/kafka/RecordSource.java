package org.delay.redisson.kafka;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayedMessage;

/** Makes the record that is sent of a delayed message. */
@FunctionalInterface
interface RecordSource {

    /**
     * Makes the record of a message. Asks no broker.
     *
     * @throws RuntimeException if the message can't be a record
     */
    ProducerRecord<Object, Object> of(DelayedMessage message);
}
