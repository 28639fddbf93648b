package org.delay.redisson.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.listener.DelayQueueListeners;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/**
 * Who receives the messages: listener methods, each those of its topics; of all others the marked consumer, else the
 * only one.
 */
record ConsumerSource(
        ObjectProvider<DelayQueueMessageConsumer> marked,
        ObjectProvider<DelayQueueMessageConsumer> all,
        ObjectProvider<DelayQueueListeners> listeners,
        String service) {

    private static final String NOT_A_BEAN = "the application's own engine's consumer";

    /**
     * The consumer, or null if the application has none.
     *
     * @throws CannotStartException if it has several to choose from
     */
    @Nullable
    DelayQueueMessageConsumer find() {
        DelayQueueMessageConsumer others = others();
        DelayQueueListeners methods = listeners.getObject();
        return methods.isEmpty() ? others : methods.consumer(others);
    }

    /** How topics are served: those that neither have a method nor a consumer for all others, not at all. */
    TopicRules rules() {
        DelayQueueListeners methods = listeners.getObject();
        DelayQueueMessageConsumer others = others();
        TopicRule rule = others == null ? null : TopicRule.PLAIN.withDestination(name(others));
        return methods.isEmpty() ? topic -> rule : methods.rules(rule);
    }

    private @Nullable DelayQueueMessageConsumer others() {
        return Candidates.one(marked, all);
    }

    /** For people. An engine of the application's own may deliver to somebody who is no bean, or to one of several. */
    String description() {
        try {
            DelayQueueMessageConsumer others = others();
            List<String> parts = new ArrayList<>(listeners.getObject().descriptions());
            if (others != null) {
                parts.add(name(others));
            }
            return parts.isEmpty() ? NOT_A_BEAN : String.join(", ", parts);
        } catch (CannotStartException | BeansException e) {
            return NOT_A_BEAN;
        }
    }

    private static String name(DelayQueueMessageConsumer consumer) {
        return ClassUtils.getUserClass(consumer).getSimpleName();
    }

    /** @throws CannotStartException if there is none, or several to choose from */
    DelayQueueMessageConsumer required() {
        DelayQueueMessageConsumer consumer = find();
        if (consumer == null) {
            throw new CannotStartException(
                    "Nobody would receive the delayed messages of service '" + service
                            + "': the application has neither a "
                            + "KafkaTemplate to send them on to Kafka, nor a bean that extends DelayQueueMessageConsumer, "
                            + "nor a @DelayQueueListener method.",
                    "Add spring-boot-starter-kafka, or declare a bean that extends DelayQueueMessageConsumer or has "
                            + "@DelayQueueListener methods. If this "
                            + "application only sends, set 'delay.redisson.auto-startup=false'.");
        }
        return consumer;
    }
}
