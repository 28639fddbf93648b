package org.delay.redisson.autoconfigure;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ContainerProperties;

/** What the containers of the application's Kafka listeners are told to listen to. */
record KafkaListenerTopics(ObjectProvider<KafkaListenerEndpointRegistry> registries) implements KafkaTopics {

    @Override
    public boolean name(String topic) {
        return containers().flatMap(KafkaListenerTopics::named).anyMatch(topic::equals);
    }

    @Override
    public boolean match(String topic) {
        return containers()
                .flatMap(container -> Stream.ofNullable(container.getTopicPattern()))
                .map(Pattern::asMatchPredicate)
                .anyMatch(matches -> matches.test(topic));
    }

    private Stream<ContainerProperties> containers() {
        return registries.stream()
                .flatMap(registry -> registry.getAllListenerContainers().stream())
                .map(container -> container.getContainerProperties());
    }

    private static Stream<String> named(ContainerProperties container) {
        Stream<String> named = Stream.ofNullable(container.getTopics()).flatMap(Stream::of);
        Stream<String> assigned = Stream.ofNullable(container.getTopicPartitions())
                .flatMap(Stream::of)
                .map(offset -> offset.getTopicPartition())
                .map(TopicPartition::topic);
        return Stream.concat(named, assigned);
    }
}
