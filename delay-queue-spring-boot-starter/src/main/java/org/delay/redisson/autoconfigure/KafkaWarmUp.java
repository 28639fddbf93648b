package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.springframework.beans.factory.ObjectProvider;

/** Connects the producer, and lets it learn where the topics are that messages wait for. */
@RequiredArgsConstructor
final class KafkaWarmUp implements WarmUp {

    /** Among thousands of topics the first message is not slowed by its own alone. */
    private static final int MOST_TOPICS = 100;

    private final ObjectProvider<KafkaSimpleMessageProducer> producers;
    private final DelayQueueMessage queue;
    private final ObjectProvider<DelayQueueTopicRegistrar> registrar;

    /** Whether a topic's messages go to Kafka. */
    private final Predicate<String> goesToKafka;

    @Override
    public void run() {
        // Here rather than at start: an engine of the application's own may do without, and then it need not be
        // possible.
        KafkaSimpleMessageProducer producer = producers.getObject();
        producer.warm();
        producer.warm(topics());
    }

    /** Only those with messages: to ask for a topic is to create it where the broker does that. */
    private List<String> topics() {
        DelayQueueTopicRegistrar topics = registrar.getIfAvailable();
        return topics == null
                ? List.of()
                : topics.pullAll().stream()
                        .filter(Checks::isTopic)
                        .filter(goesToKafka)
                        .limit(MOST_TOPICS)
                        .takeWhile(topic -> !Thread.currentThread().isInterrupted())
                        .filter(topic -> queue.counts(topic).due() > 0)
                        .toList();
    }
}
