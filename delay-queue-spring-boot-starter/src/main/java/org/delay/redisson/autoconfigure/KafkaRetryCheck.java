package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Warns of listeners that delayed retries do not reach: they have spring-kafka's default, which drops a record after ten attempts. Also
 * of topics that shall keep their order and have no listener.
 */
@Slf4j
@RequiredArgsConstructor
final class KafkaRetryCheck implements ApplicationListener<ContextRefreshedEvent> {

    private final ObjectProvider<KafkaListenerEndpointRegistry> listeners;
    private final KafkaRetryTopics topics;

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        listeners.stream()
                .flatMap(registry -> registry.getAllListenerContainers().stream())
                .filter(KafkaRetryCheck::dropsFailedRecords)
                .forEach(container -> log.warn(
                        "Failed records of @KafkaListener '{}' are not retried later: the factory of its container has no error"
                                + " handler, so they are dropped after ten attempts at once. Set the error handler bean in the factory,"
                                + " or let Spring Boot's ConcurrentKafkaListenerContainerFactoryConfigurer configure it",
                        container.getListenerId()));
        topics.orderedButNotReceived()
                .forEach(topic -> log.warn(
                        "Topic '{}' of {} is named by no @KafkaListener, so nothing keeps its order. Patterns and expressions don't"
                                + " name a topic",
                        topic,
                        DelayQueueKafkaProperties.ORDERED_TOPICS));
    }

    private static boolean dropsFailedRecords(MessageListenerContainer container) {
        return container instanceof AbstractMessageListenerContainer<?, ?> listener
                && listener.getCommonErrorHandler() == null
                && listener.getContainerProperties().getKafkaAwareTransactionManager() == null;
    }
}
