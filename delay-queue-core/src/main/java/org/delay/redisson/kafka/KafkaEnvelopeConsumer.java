package org.delay.redisson.kafka;

import java.util.List;
import java.util.function.Supplier;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.broker.BrokerConsumer;

/**
 * Sends due Kafka records, whose {@link KafkaEnvelope}s are the bodies of delayed messages. The name of a message's topic is a prefix
 * and the Kafka topic. A message is done when the broker has confirmed its record. A record that was sent by a template gets the
 * headers of {@link org.delay.redisson.Headers} behind its own. A record that a listener gets again has only its own, among which
 * those of an earlier delivery may be.
 *
 * <p>Safe for use by many threads. It throws the exceptions of {@link KafkaSimpleMessageProducer#send}.
 */
public final class KafkaEnvelopeConsumer extends BrokerConsumer {

    /** Topics of records that were sent by a {@code KafkaTemplate}. */
    public static final String TEMPLATE = "template.kafka.";

    /** Topics of records that a listener is to get again. */
    public static final String RETRY = "retry.kafka.";

    private final Supplier<KafkaSimpleMessageProducer> producer;

    /** @param producer asked at each call. The caller closes it, after the last message */
    public KafkaEnvelopeConsumer(Supplier<KafkaSimpleMessageProducer> producer) {
        this.producer = producer;
    }

    /**
     * The topic of delayed messages for a Kafka topic.
     *
     * @param prefix {@link #TEMPLATE} or {@link #RETRY}
     * @throws IllegalArgumentException if the Kafka topic's name has more than 234 characters, or is not valid
     */
    public static String delayTopic(String prefix, String kafkaTopic) {
        return Checks.topic(prefix + kafkaTopic);
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        boolean isRetry = topic.startsWith(RETRY);
        producer.get()
                .sendEnvelopes(
                        topic.substring((isRetry ? RETRY : TEMPLATE).length()),
                        messages,
                        isRetry ? EnvelopeHeaders.OWN : EnvelopeHeaders.AND_OF_DELIVERY);
    }
}
