package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** Who receives the messages: the marked consumer, else the only one. */
record ConsumerSource(
        ObjectProvider<DelayQueueMessageConsumer> marked,
        ObjectProvider<DelayQueueMessageConsumer> all,
        String service) {

    private static final String NOT_A_BEAN = "the application's own engine's consumer";

    /**
     * The consumer, or null if the application has none.
     *
     * @throws CannotStartException if it has several to choose from
     */
    @Nullable
    DelayQueueMessageConsumer find() {
        return Candidates.one(marked, all);
    }

    /** For people. An engine of the application's own may deliver to somebody who is no bean, or to one of several. */
    String description() {
        try {
            DelayQueueMessageConsumer consumer = find();
            return consumer == null
                    ? NOT_A_BEAN
                    : ClassUtils.getUserClass(consumer).getSimpleName();
        } catch (CannotStartException | BeansException e) {
            return NOT_A_BEAN;
        }
    }

    /** @throws CannotStartException if there is none, or several to choose from */
    DelayQueueMessageConsumer required() {
        DelayQueueMessageConsumer consumer = find();
        if (consumer == null) {
            throw new CannotStartException(
                    "Nobody would receive the delayed messages of service '" + service
                            + "': the application has neither a "
                            + "KafkaTemplate to send them on to Kafka, nor a bean that extends DelayQueueMessageConsumer.",
                    "Add spring-boot-starter-kafka, or declare a bean that extends DelayQueueMessageConsumer. If this "
                            + "application only sends, set 'delay.redisson.auto-startup=false'.");
        }
        return consumer;
    }
}
