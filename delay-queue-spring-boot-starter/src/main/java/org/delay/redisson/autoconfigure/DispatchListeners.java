package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.DispatchListener;
import org.jspecify.annotations.Nullable;

/** Passes events to several listeners; one that fails keeps nothing from the others. */
@Slf4j
final class DispatchListeners implements DispatchListener {

    private final List<DispatchListener> listeners;

    DispatchListeners(Collection<? extends DispatchListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void started(DelayedMessage message) {
        tell(listener -> listener.started(message));
    }

    @Override
    public void delivered(DelayedMessage message, Duration lateness, Duration took) {
        tell(listener -> listener.delivered(message, lateness, took));
    }

    @Override
    public void retried(DelayedMessage message, Throwable cause, Duration delay) {
        tell(listener -> listener.retried(message, cause, delay));
    }

    @Override
    public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
        tell(listener -> listener.dead(message, error, cause));
    }

    @Override
    public void expired(DelayedMessage message, Duration lateness) {
        tell(listener -> listener.expired(message, lateness));
    }

    @Override
    public void leaseLost(String topic, Collection<String> ids) {
        tell(listener -> listener.leaseLost(topic, ids));
    }

    @Override
    public void interrupted(String topic, Collection<String> ids) {
        tell(listener -> listener.interrupted(topic, ids));
    }

    @Override
    public void paused(Throwable cause) {
        tell(listener -> listener.paused(cause));
    }

    @Override
    public void resumed() {
        tell(DispatchListener::resumed);
    }

    @Override
    public void topicPaused(String topic) {
        tell(listener -> listener.topicPaused(topic));
    }

    @Override
    public void topicResumed(String topic) {
        tell(listener -> listener.topicResumed(topic));
    }

    private void tell(Consumer<DispatchListener> event) {
        for (DispatchListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                log.warn("{} failed, which changes nothing for the message", listener, e);
            }
        }
    }
}
