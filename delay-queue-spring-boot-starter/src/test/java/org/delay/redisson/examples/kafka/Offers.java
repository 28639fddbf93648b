package org.delay.redisson.examples.kafka;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.kafka.DelayingKafkaTemplate;
import org.delay.redisson.kafka.RecordDelay;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;

/** Sends records later, by the template that sends all others. */
class Offers {

    private final KafkaTemplate<String, String> template;
    private final DelayQueueMessageProducer producer;

    Offers(KafkaTemplate<String, String> template, DelayQueueMessageProducer producer) {
        this.template = template;
        this.producer = producer;
    }

    CompletableFuture<SendResult<String, String>> timeout(String order) {
        // tag::send[]
        return template.send(RecordDelay.by(new ProducerRecord<>("order-timeout", order), Duration.ofMinutes(30)));
        // end::send[]
    }

    // tag::delay[]
    CompletableFuture<SendResult<String, String>> offer(String orderId, String text) {
        ProducerRecord<String, String> record = new ProducerRecord<>("offer", orderId, text);
        return template.send(RecordDelay.by(RecordDelay.withId(record, orderId), Duration.ofMinutes(30)));
    }

    CancelResult withdraw(String orderId) {
        return producer.cancel(DelayingKafkaTemplate.delayTopic("offer"), orderId);
    }
    // end::delay[]
}
