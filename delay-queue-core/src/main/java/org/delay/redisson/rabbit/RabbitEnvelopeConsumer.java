package org.delay.redisson.rabbit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.broker.BrokerConsumer;

/**
 * Publishes due messages of RabbitMQ, whose {@link RabbitEnvelope}s are the bodies of delayed messages. A message is done when the
 * broker has confirmed it and routed it to at least one queue. With its own headers, it gets those of {@link
 * org.delay.redisson.Headers}.
 *
 * <p>Safe for use by many threads. It throws the exceptions of {@link RabbitSimpleMessageProducer#send}.
 */
public final class RabbitEnvelopeConsumer extends BrokerConsumer {

    /** Topics of messages that were sent by a {@code RabbitTemplate}, followed by the exchange. */
    public static final String TEMPLATE = "template.rabbit.";

    /** Topics of messages that a listener is to get again, followed by the queue. */
    public static final String RETRY = "retry.rabbit.";

    /** So that a shortened name and its hash are a topic, whatever the prefix. */
    private static final int NAME_LENGTH = 190;

    private final Supplier<RabbitSimpleMessageProducer> producer;

    /** @param producer asked at each call. The caller closes it, after the last message */
    public RabbitEnvelopeConsumer(Supplier<RabbitSimpleMessageProducer> producer) {
        this.producer = producer;
    }

    /**
     * The topic of delayed messages for an exchange or a queue: prefix and name. Characters that a topic can't have are
     * replaced by {@code _}. A hash follows such a name, and one of more than 190 characters.
     *
     * @param prefix {@link #TEMPLATE} or {@link #RETRY}
     */
    public static String delayTopic(String prefix, String name) {
        String topic = prefix + name;
        if (Checks.isTopic(topic)) {
            return topic;
        }
        String readable = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return prefix
                + readable.substring(0, Math.min(readable.length(), NAME_LENGTH))
                + "-"
                + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        producer.get().sendEnvelopes(messages);
    }
}
