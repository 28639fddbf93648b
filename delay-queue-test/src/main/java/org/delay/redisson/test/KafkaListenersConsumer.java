package org.delay.redisson.test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
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
    private final Consumer<Throwable> failures;
    private final Map<MessageListenerContainer, ContainerCall> calls = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> offsets = new ConcurrentHashMap<>();

    /** @param failures hears what listeners throw, and what keeps them from being called */
    KafkaListenersConsumer(ObjectProvider<KafkaListenerEndpointRegistry> registries, Consumer<Throwable> failures) {
        this.registries = registries;
        this.failures = failures;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        messages.forEach(message -> deliver(topic, message));
    }

    private void deliver(String topic, DelayedMessage message) {
        long offset = offsets.computeIfAbsent(topic, any -> new AtomicLong()).getAndIncrement();
        ProducerRecord<String, String> record = KafkaSimpleMessageProducer.record(topic, message);
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
        ConsumerRecord<byte[], byte[]> received =
                new ConsumerRecord<>(sent.topic(), 0, offset, key, Headers.bytes(message.body()));
        sent.headers().forEach(received.headers()::add);
        return received;
    }
}
