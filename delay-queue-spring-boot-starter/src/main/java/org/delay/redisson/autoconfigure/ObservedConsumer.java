package org.delay.redisson.autoconfigure;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.List;
import java.util.Map;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PartialFailure;
import org.jspecify.annotations.Nullable;

/**
 * Observes deliveries, each as a part of the trace that its message was sent in. While a consumer handles a single message
 * the observation is the current one, so that what the consumer does belongs to it.
 */
final class ObservedConsumer extends DelayQueueMessageConsumer {

    static final String NAME = "delay.queue.message.delivery";

    private final DelayQueueMessageConsumer consumer;
    private final ObservationRegistry registry;
    private final TopicTags topics;

    ObservedConsumer(DelayQueueMessageConsumer consumer, ObservationRegistry registry, TopicTags topics) {
        this.consumer = consumer;
        this.registry = registry;
        this.topics = topics;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        List<Observation> observations = messages.stream().map(this::begun).toList();
        Throwable thrown = null;
        try {
            deliver(topic, messages, observations);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            for (int i = 0; i < observations.size(); i++) {
                end(observations.get(i), failure(messages.get(i), thrown));
            }
        }
    }

    private void deliver(String topic, List<DelayedMessage> messages, List<Observation> observations) throws Exception {
        if (observations.size() > 1) {
            consumer.deliver(topic, messages);
            return;
        }
        try (Observation.Scope scope = observations.get(0).openScope()) {
            consumer.deliver(topic, messages);
        }
    }

    private Observation begun(DelayedMessage message) {
        ReceiverContext<Map<String, String>> context = new ReceiverContext<>(Map::get);
        context.setCarrier(message.headers());
        String topic = topics.of(message.topic());
        return Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(topic + " deliver")
                .lowCardinalityKeyValue(KeyValue.of("topic", topic))
                .highCardinalityKeyValue(KeyValue.of("id", message.id()))
                .highCardinalityKeyValue(KeyValue.of("attempt", String.valueOf(message.attempt())))
                .start();
    }

    private static @Nullable Throwable failure(DelayedMessage message, @Nullable Throwable thrown) {
        return thrown instanceof PartialFailure partial ? partial.causes().get(message.id()) : thrown;
    }

    private static void end(Observation observation, @Nullable Throwable failure) {
        if (failure != null) {
            observation.error(failure);
        }
        observation.stop();
    }

    @Override
    public int batchSize() {
        return consumer.batchSize();
    }

    @Override
    public int batchSize(String topic) {
        return consumer.batchSize(topic);
    }

    @Override
    public void readWith(BodyConverter converter) {
        consumer.readWith(converter);
    }
}
