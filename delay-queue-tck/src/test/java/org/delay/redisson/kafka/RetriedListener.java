package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConsumerAwareRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.util.backoff.FixedBackOff;

/** A listener of Kafka with delayed retries, an hour apart. It fails on each record that does not come back. */
final class RetriedListener implements AutoCloseable {

    static final String TOPIC = "payment";
    static final String GROUP = "billing";
    static final String RETRY_TOPIC = DelayedRetryRecoverer.retryTopic(TOPIC, GROUP);
    static final String DELAY_TOPIC = DelayedRetryRecoverer.delayTopic(TOPIC, GROUP);

    private final DefaultKafkaProducerFactory<String, String> producers;
    private final KafkaMessageListenerContainer<String, String> container;

    /**
     * Starts it.
     *
     * @param heard gets each record first
     * @param stored runs when a failed record was stored, and its offset is not committed
     */
    RetriedListener(
            String kafka, DelayQueueMessage queue, Consumer<ConsumerRecord<String, String>> heard, Runnable stored) {
        this.producers = new DefaultKafkaProducerFactory<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka), new StringSerializer(), new StringSerializer());
        KafkaTemplate<String, String> template = new KafkaTemplate<>(producers);
        DelayedRetryRecoverer recoverer = new DelayedRetryRecoverer(
                () -> queue,
                template,
                RetryPolicy.DEFAULTS.withMax(Duration.ofHours(2)).withFirst(Duration.ofHours(1)),
                new DeadLetterPublishingRecoverer(template));
        ContainerProperties properties = new ContainerProperties(TOPIC, RETRY_TOPIC);
        properties.setGroupId(GROUP);
        properties.setMessageListener((MessageListener<String, String>) record -> {
            heard.accept(record);
            if (record.topic().equals(TOPIC)) {
                throw new IllegalStateException("The bank does not answer");
            }
        });
        this.container = new KafkaMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka,
                                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                                // The next one takes the place of one that was killed, and need not wait for its
                                // session to end.
                                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "only"),
                        new StringDeserializer(),
                        new StringDeserializer()),
                properties);
        ConsumerAwareRecordRecoverer hook = (record, consumer, failure) -> {
            recoverer.accept(record, consumer, failure);
            stored.run();
        };
        DefaultErrorHandler handler = new DefaultErrorHandler(hook, new FixedBackOff(0, 0));
        handler.setSeekAfterError(false);
        container.setCommonErrorHandler(handler);
        container.start();
    }

    @Override
    public void close() {
        container.stop();
        producers.destroy();
    }
}
