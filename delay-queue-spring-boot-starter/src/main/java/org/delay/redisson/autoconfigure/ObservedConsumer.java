package org.delay.redisson.autoconfigure;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.settle.FailedMessages;
import org.jspecify.annotations.Nullable;

/**
 * Observes deliveries, each as a part of the trace that its message was sent in. While a consumer handles a single message
 * the observation is the current one, so that what the consumer does belongs to it.
 */
@Slf4j
final class ObservedConsumer extends DelayQueueMessageConsumer {

    static final String NAME = "delay.queue.message.delivery";

    private final DelayQueueMessageConsumer consumer;
    private final ObservationRegistry registry;
    private final TopicTags topics;
    private final AtomicBoolean warned = new AtomicBoolean();

    ObservedConsumer(DelayQueueMessageConsumer consumer, ObservationRegistry registry, TopicTags topics) {
        this.consumer = consumer;
        this.registry = registry;
        this.topics = topics;
    }

    /** Calls the consumer once, and throws what it threw, whatever becomes of the observations. */
    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        List<Observation> observations = messages.stream().map(this::begun).toList();
        Observation.Scope before = registry.getCurrentObservationScope();
        Observation.Scope scope =
                observations.size() == 1 ? opened(observations.get(0), before) : Observation.Scope.NOOP;
        FailedMessages failed = null;
        try {
            consumer.deliver(topic, messages);
        } catch (Throwable e) {
            failed = FailedMessages.of(
                    e, messages.stream().map(DelayedMessage::id).toList());
            throw e;
        } finally {
            guarded(scope::close);
            leave(before);
            for (int i = 0; i < observations.size(); i++) {
                end(
                        observations.get(i),
                        failed == null ? null : failed.cause(messages.get(i).id()));
            }
        }
    }

    private Observation begun(DelayedMessage message) {
        ReceiverContext<Map<String, String>> context = new ReceiverContext<>(Map::get);
        context.setCarrier(message.headers());
        String topic = topics.of(message.topic());
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(topic + " deliver")
                .lowCardinalityKeyValue(KeyValue.of("topic", topic))
                .highCardinalityKeyValue(KeyValue.of("id", message.id()))
                .highCardinalityKeyValue(KeyValue.of("attempt", String.valueOf(message.attempt())));
        guarded(observation::start);
        return observation;
    }

    private Observation.Scope opened(Observation observation, Observation.@Nullable Scope before) {
        try {
            return observation.openScope();
        } catch (Throwable e) {
            warn(e);
            leave(before);
            return Observation.Scope.NOOP;
        }
    }

    /** A scope whose opening or end was not heard out would be the current one of whatever the thread does next. */
    @SuppressWarnings("ReferenceEquality")
    private void leave(Observation.@Nullable Scope before) {
        if (registry.getCurrentObservationScope() != before) {
            registry.setCurrentObservationScope(before);
        }
    }

    private void end(Observation observation, @Nullable Throwable failure) {
        if (failure != null) {
            guarded(() -> observation.error(failure));
        }
        guarded(observation::stop);
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            warn(e);
        }
    }

    private void warn(Throwable thrown) {
        if (warned.compareAndSet(false, true)) {
            log.warn(
                    "A delivery can't be observed. The delivery is not affected. Further failures are"
                            + " logged at debug level",
                    thrown);
        } else {
            log.debug("A delivery can't be observed: {}", thrown.toString());
        }
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
    public boolean forwards(String topic) {
        return consumer.forwards(topic);
    }

    @Override
    public void readWith(BodyConverter converter) {
        consumer.readWith(converter);
    }
}
