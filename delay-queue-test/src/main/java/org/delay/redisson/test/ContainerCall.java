package org.delay.redisson.test;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.GenericMessageListener;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.Acknowledgment;

/** Calls the listener of a container that is not running, as the container would. */
final class ContainerCall {

    /** For a listener that acknowledges by itself: there is nothing to do. */
    private static final Acknowledgment DONE = () -> {};

    /** For a listener that takes a consumer: one that has nothing. */
    private static final Consumer<?, ?> CONSUMER = new MockConsumer<>("latest");

    private final MessageListenerContainer container;
    private @Nullable Deserializer<?> keys;
    private @Nullable Deserializer<?> values;

    ContainerCall(MessageListenerContainer container) {
        this.container = container;
    }

    @Nullable
    String group() {
        return container.getGroupId();
    }

    boolean listensTo(String topic) {
        ContainerProperties properties = container.getContainerProperties();
        Pattern pattern = properties.getTopicPattern();
        return Stream.ofNullable(properties.getTopics()).flatMap(Arrays::stream).anyMatch(topic::equals)
                || Stream.ofNullable(properties.getTopicPartitions())
                        .flatMap(Arrays::stream)
                        .anyMatch(assigned -> assigned.getTopic().equals(topic))
                || (pattern != null && pattern.matcher(topic).matches());
    }

    /** Calls the listener, and throws what it throws; or why its container can't be set up. One call at a time. */
    synchronized void deliver(ConsumerRecord<byte[], byte[]> raw) {
        ConsumerRecord<?, ?> record = deserialized(raw);
        Object listener =
                Objects.requireNonNull(container.getContainerProperties().getMessageListener());
        call(listener, listener instanceof BatchMessageListener ? List.of(record) : record);
    }

    private ConsumerRecord<?, ?> deserialized(ConsumerRecord<byte[], byte[]> raw) {
        RecordHeaders headers = new RecordHeaders(raw.headers());
        Object key = keys().deserialize(raw.topic(), headers, raw.key());
        Object value = values().deserialize(raw.topic(), headers, raw.value());
        return new ConsumerRecord<>(
                raw.topic(),
                raw.partition(),
                raw.offset(),
                ConsumerRecord.NO_TIMESTAMP,
                TimestampType.NO_TIMESTAMP_TYPE,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                key,
                value,
                headers,
                Optional.empty());
    }

    private Deserializer<?> keys() {
        Deserializer<?> made = keys == null ? deserializer(true) : keys;
        keys = made;
        return made;
    }

    private Deserializer<?> values() {
        Deserializer<?> made = values == null ? deserializer(false) : values;
        values = made;
        return made;
    }

    @SuppressWarnings("unchecked")
    private void call(Object target, Object data) {
        GenericMessageListener<Object> listener = (GenericMessageListener<Object>) target;
        switch (ListenerUtils.determineListenerType(target)) {
            case ACKNOWLEDGING_CONSUMER_AWARE -> listener.onMessage(data, acknowledgment(), CONSUMER);
            case ACKNOWLEDGING -> listener.onMessage(data, acknowledgment());
            case CONSUMER_AWARE -> listener.onMessage(data, CONSUMER);
            case SIMPLE -> listener.onMessage(data);
        }
    }

    /** None where the container acknowledges, so that a listener that takes one by mistake fails here as well. */
    private @Nullable Acknowledgment acknowledgment() {
        return switch (container.getContainerProperties().getAckMode()) {
            case MANUAL, MANUAL_IMMEDIATE -> DONE;
            default -> null;
        };
    }

    /** As a consumer of this container would make it. */
    private Deserializer<?> deserializer(boolean forKeys) {
        ConsumerFactory<?, ?> factory = (ConsumerFactory<?, ?>)
                Objects.requireNonNull(new DirectFieldAccessor(container).getPropertyValue("consumerFactory"));
        Map<String, Object> configs = new HashMap<>(factory.getConfigurationProperties());
        Properties own = container.getContainerProperties().getKafkaConsumerProperties();
        own.stringPropertyNames().forEach(name -> configs.put(name, own.getProperty(name)));
        Deserializer<?> made = forKeys ? factory.getKeyDeserializer() : factory.getValueDeserializer();
        if (made != null) {
            return made;
        }
        Object named = Objects.requireNonNull(configs.get(
                forKeys
                        ? ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG
                        : ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG));
        Deserializer<?> configured = instance(named);
        configured.configure(configs, forKeys);
        return configured;
    }

    private static Deserializer<?> instance(Object named) {
        try {
            return named instanceof Class<?> type
                    ? (Deserializer<?>) Utils.newInstance(type)
                    : Utils.newInstance(named.toString(), Deserializer.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
