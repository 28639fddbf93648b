package org.delay.redisson.autoconfigure;

import java.util.Optional;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;

/** A broker for which the starter has a consumer. Knows it by name, since its classes may be absent. */
@RequiredArgsConstructor
enum Broker {
    KAFKA(
            Broker.KAFKA_NAME,
            Broker.KAFKA_BEAN,
            Broker.KAFKA_TYPE,
            "add spring-boot-starter-kafka or declare a KafkaTemplate"),
    RABBIT(
            Broker.RABBIT_NAME,
            Broker.RABBIT_BEAN,
            Broker.RABBIT_TYPE,
            "add spring-boot-starter-amqp or declare a ConnectionFactory");

    static final String KAFKA_NAME = "kafka";
    static final String RABBIT_NAME = "rabbit";

    /** The starter's own bean, and what a test puts in its place. */
    static final String KAFKA_BEAN = "kafkaDelayQueueMessageConsumer";

    static final String RABBIT_BEAN = "rabbitDelayQueueMessageConsumer";

    static final String KAFKA_TYPE = "org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer";
    static final String RABBIT_TYPE = "org.delay.redisson.rabbit.RabbitDelayQueueMessageConsumer";

    private final String routeName;
    private final String bean;
    private final String type;
    private final String remedy;

    /** The name that routes use for the consumer that sends on to this broker. */
    String routeName() {
        return routeName;
    }

    /** What to do if there is no such consumer, in the imperative. */
    String remedy() {
        return remedy;
    }

    /** Whether a bean of this name and type sends on to this broker. */
    boolean isServedBy(String name, Class<?> consumer) {
        return name.equals(bean)
                || Stream.<Class<?>>iterate(consumer, type -> type != null, Class::getSuperclass)
                        .anyMatch(type -> type.getName().equals(this.type));
    }

    /** The broker to which the messages of a topic go that were stored for one, as messages of it. */
    static Optional<Broker> ofTopic(String topic) {
        return Stream.of(values()).filter(broker -> broker.stored(topic)).findFirst();
    }

    private boolean stored(String topic) {
        return topic.startsWith("template." + routeName + ".") || topic.startsWith("retry." + routeName + ".");
    }

    static Optional<Broker> named(String routeName) {
        return Stream.of(values())
                .filter(broker -> broker.routeName.equals(routeName))
                .findFirst();
    }
}
