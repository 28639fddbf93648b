package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;

/** The topics that a container names. Those that it finds by a pattern are not known at start. */
final class KafkaListenerTopics {

    private KafkaListenerTopics() {}

    static List<String> of(MessageListenerContainer container) {
        ContainerProperties properties = container.getContainerProperties();
        Stream<String> named = Stream.ofNullable(properties.getTopics()).flatMap(Stream::of);
        Stream<String> assigned = Stream.ofNullable(properties.getTopicPartitions())
                .flatMap(Stream::of)
                .map(offset -> offset.getTopicPartition())
                .map(TopicPartition::topic);
        return Stream.concat(named, assigned).distinct().toList();
    }
}
