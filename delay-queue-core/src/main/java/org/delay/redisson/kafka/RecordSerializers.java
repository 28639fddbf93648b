package org.delay.redisson.kafka;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ProducerFactory;

/** The serializers of a producer factory: those that it was given, else new ones of the classes in its configuration. */
record RecordSerializers<K, V>(Serializer<K> keys, Serializer<V> values) {

    static <K, V> RecordSerializers<K, V> of(ProducerFactory<K, V> factory) {
        Map<String, Object> configs = factory.getConfigurationProperties();
        return new RecordSerializers<>(
                ConfiguredSerializer.of(
                        factory.getKeySerializerSupplier(), configs, ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, true),
                ConfiguredSerializer.of(
                        factory.getValueSerializerSupplier(),
                        configs,
                        ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                        false));
    }

    /** @throws SerializationException if the key is none of the serializer's, as Kafka's producer throws it */
    byte @Nullable [] key(ProducerRecord<K, V> record) {
        return write(keys, record, record.key(), ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
    }

    /** @throws SerializationException if the value is none of the serializer's, as Kafka's producer throws it */
    byte @Nullable [] value(ProducerRecord<K, V> record) {
        return write(values, record, record.value(), ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
    }

    /** Serializers may add headers, for example the value's type. */
    private static <T> byte @Nullable [] write(
            Serializer<T> serializer, ProducerRecord<?, ?> record, @Nullable T object, String name) {
        try {
            return serializer.serialize(record.topic(), record.headers(), object);
        } catch (ClassCastException e) {
            throw new SerializationException(
                    "Can't convert an object of " + (object == null ? null : object.getClass()) + " by "
                            + serializer.getClass().getName() + " specified in " + name,
                    e);
        }
    }
}
