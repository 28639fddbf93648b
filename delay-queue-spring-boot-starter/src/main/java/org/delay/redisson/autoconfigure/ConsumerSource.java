package org.delay.redisson.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.listener.DelayQueueListeners;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Who receives a topic's messages: the listener method that names the topic; else the consumer that a route names; else the
 * marked consumer, or the only one. Each method and each consumer is a destination of its own.
 */
@RequiredArgsConstructor
final class ConsumerSource {

    private static final String NOT_A_BEAN = "the application's own engine's consumer";

    private final ConsumerBeans beans;
    private final Routes routes;
    private final ObjectProvider<BrokerTopics.Envelopes> envelopes;
    private final ObjectProvider<DelayQueueListeners> listeners;
    private final String service;

    /**
     * The consumer, or null if the application has none.
     *
     * @throws CannotStartException if it has several to choose from, or a route names none of them
     */
    @Nullable
    DelayQueueMessageConsumer find() {
        DelayQueueListeners methods = listeners.getObject();
        boolean isOneConsumer = routes.isEmpty() && brokerTopics().isEmpty();
        DelayQueueMessageConsumer others = isOneConsumer ? only() : routed();
        return methods.isEmpty() ? others : methods.consumer(others);
    }

    private @Nullable DelayQueueMessageConsumer only() {
        NamedConsumer only = beans.preferred();
        return only == null ? null : only.consumer();
    }

    /** How topics are served: those that have neither a method nor a consumer, not at all. */
    TopicRules rules() {
        DelayQueueListeners methods = listeners.getObject();
        RoutedConsumer routed = routed();
        TopicRules others = topic -> {
            NamedConsumer consumer = routed.of(topic);
            return consumer == null ? null : consumer.rule();
        };
        return methods.isEmpty() ? others : methods.rules(others);
    }

    /** Who gets the topic's messages, or null if nobody does, or a listener method. */
    @Nullable
    DelayQueueMessageConsumer consumerOf(String topic) {
        if (listeners.getObject().topics().contains(topic)) {
            return null;
        }
        NamedConsumer consumer = routed().of(topic);
        return consumer == null ? null : consumer.consumer();
    }

    private RoutedConsumer routed() {
        Map<String, NamedConsumer> byRoute = new LinkedHashMap<>();
        routes.keysByName().forEach((name, keys) -> byRoute.put(name, beans.named(name, keys)));
        return new RoutedConsumer(brokerTopics(), routes, byRoute, others());
    }

    private BrokerTopics brokerTopics() {
        return BrokerTopics.of(envelopes);
    }

    private @Nullable NamedConsumer others() {
        return routes.coverAll() ? null : beans.preferred();
    }

    /** For people. An engine of the application's own may deliver to somebody who is no bean, or to one of several. */
    String description() {
        try {
            NamedConsumer others = others();
            List<String> parts = new ArrayList<>(listeners.getObject().descriptions());
            routes.keysByName().forEach((name, keys) -> parts.add(name + " (" + String.join(", ", keys) + ")"));
            if (others != null) {
                parts.add(others.name());
            }
            return parts.isEmpty() ? NOT_A_BEAN : String.join(", ", parts);
        } catch (CannotStartException | BeansException e) {
            return NOT_A_BEAN;
        }
    }

    /** The topics with a route that has no effect, since a listener method names them. */
    List<String> topicsWithUnusedRoute() {
        return routes.topics().stream()
                .filter(listeners.getObject().topics()::contains)
                .toList();
    }

    /** @throws CannotStartException if there is none, if there are several to choose from, or a route names none of them */
    DelayQueueMessageConsumer required() {
        DelayQueueMessageConsumer consumer = find();
        if (consumer == null) {
            throw new CannotStartException(
                    "No receiver for the delayed messages of service '" + service
                            + "': the application has no KafkaTemplate, no RabbitTemplate, no bean"
                            + " that extends DelayQueueMessageConsumer, and no @DelayQueueListener method.",
                    "Add spring-boot-starter-kafka or spring-boot-starter-amqp, or declare a bean that extends DelayQueueMessageConsumer or has "
                            + "@DelayQueueListener methods. If this "
                            + "application only sends, set 'delay.redisson.auto-startup=false'.");
        }
        return consumer;
    }
}
