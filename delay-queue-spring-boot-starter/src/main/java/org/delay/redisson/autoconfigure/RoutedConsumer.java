package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** Hands messages to the broker that they were stored for, else to the consumer that their topic's route names, else to the one for all other topics. */
@RequiredArgsConstructor
final class RoutedConsumer extends DelayQueueMessageConsumer {

    private final BrokerTopics brokerTopics;
    private final Routes routes;
    private final Map<String, NamedConsumer> byRoute;
    private final @Nullable NamedConsumer others;

    /** Who gets the topic, or null if nobody does. */
    @Nullable
    NamedConsumer of(String topic) {
        if (brokerTopics.contains(topic)) {
            return brokerTopics.of(topic);
        }
        String name = routes.of(topic);
        return name == null ? others : byRoute.get(name);
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        consumer(topic).deliver(topic, messages);
    }

    @Override
    public int batchSize(String topic) {
        return consumer(topic).batchSize(topic);
    }

    @Override
    public boolean forwards(String topic) {
        return consumer(topic).forwards(topic);
    }

    @Override
    public void readWith(BodyConverter converter) {
        super.readWith(converter);
        Consumer<NamedConsumer> tell = named -> named.consumer().readWith(converter);
        byRoute.values().forEach(tell);
        if (others != null) {
            tell.accept(others);
        }
    }

    private DelayQueueMessageConsumer consumer(String topic) {
        NamedConsumer named = of(topic);
        if (named == null) {
            throw new IllegalStateException("Topic " + topic + " has no consumer");
        }
        return named.consumer();
    }
}
