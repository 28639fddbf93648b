package org.delay.redisson.listener;

import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** Passes messages to the listener method of their topic, or to another consumer if the topic has none. */
@RequiredArgsConstructor
final class ListenerConsumer extends DelayQueueMessageConsumer {

    private final Map<String, ListenerMethod> listeners;
    private final @Nullable DelayQueueMessageConsumer others;

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        ListenerMethod listener = listeners.get(topic);
        if (listener != null) {
            listener.deliver(messages);
        } else if (others != null) {
            others.deliver(topic, messages);
        } else {
            throw new IllegalStateException("No @DelayQueueListener method receives topic " + topic);
        }
    }

    @Override
    public int batchSize(String topic) {
        ListenerMethod listener = listeners.get(topic);
        if (listener != null) {
            return listener.settings().batchSize();
        }
        return others == null ? batchSize() : others.batchSize(topic);
    }

    @Override
    public boolean forwards(String topic) {
        return !listeners.containsKey(topic) && others != null && others.forwards(topic);
    }

    @Override
    public void readWith(BodyConverter converter) {
        super.readWith(converter);
        if (others != null) {
            others.readWith(converter);
        }
    }
}
