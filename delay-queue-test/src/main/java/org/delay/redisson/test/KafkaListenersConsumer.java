package org.delay.redisson.test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.kafka.RecordTimestamp;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Stands in for a broker that has taken each message and brought it to the application's listeners at once: to one of
 * each group, as a record that its container would have got. A topic that nobody listens to takes messages all the same.
 */
@Slf4j
final class KafkaListenersConsumer extends DelayQueueMessageConsumer {

    private final ObjectProvider<KafkaListenerEndpointRegistry> registries;
    private final RecordTimestamp timestamp;
    private final Consumer<Throwable> failures;
    private final Map<MessageListenerContainer, ContainerCall> calls = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> offsets = new ConcurrentHashMap<>();

    /** @param failures hears what listeners throw, and what keeps them from being called */
    KafkaListenersConsumer(
            ObjectProvider<KafkaListenerEndpointRegistry> registries,
            RecordTimestamp timestamp,
            Consumer<Throwable> failures) {
        this.registries = registries;
        this.timestamp = timestamp;
        this.failures = failures;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        messages.forEach(message -> deliver(topic, message));
    }

    private void deliver(String topic, DelayedMessage message) {
        long offset = offsets.computeIfAbsent(topic, any -> new AtomicLong()).getAndIncrement();
        ProducerRecord<String, String> record = timestamp.record(topic, message);
        Set<@Nullable String> groups = new HashSet<>();
        registries.stream()
                .flatMap(registry -> registry.getAllListenerContainers().stream())
                .map(container -> calls.computeIfAbsent(container, ContainerCall::new))
                .filter(call -> call.listensTo(topic) && groups.add(call.group()))
                .forEach(call -> deliver(call, received(record, offset, message)));
        if (groups.isEmpty()) {
            log.debug("No @KafkaListener of this application listens to topic {}", topic);
        }
    }

    private void deliver(ContainerCall call, ConsumerRecord<byte[], byte[]> record) {
        try {
            call.deliver(record);
        } catch (Exception | AssertionError | LinkageError e) {
            failures.accept(e);
        }
    }

    private static ConsumerRecord<byte[], byte[]> received(
            ProducerRecord<String, String> sent, long offset, DelayedMessage message) {
        byte[] key = sent.key() == null ? null : Headers.bytes(sent.key());
        byte[] value = Headers.bytes(message.body());
        return new ConsumerRecord<>(
                sent.topic(),
                0,
                offset,
                sent.timestamp(),
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value.length,
                key,
                value,
                new RecordHeaders(sent.headers()),
                Optional.empty());
    }
}
