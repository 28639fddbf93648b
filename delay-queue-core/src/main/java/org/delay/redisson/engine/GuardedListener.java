package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Collection;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** Passes events on, and keeps what a listener throws from the engine. */
@Slf4j
@RequiredArgsConstructor
final class GuardedListener implements DispatchListener {

    private final DispatchListener listener;

    @Override
    public void started(DelayedMessage message) {
        guard(() -> listener.started(message));
    }

    @Override
    public void delivered(DelayedMessage message, Duration lateness, Duration took) {
        guard(() -> listener.delivered(message, lateness, took));
    }

    @Override
    public void retried(DelayedMessage message, Throwable cause, Duration delay) {
        guard(() -> listener.retried(message, cause, delay));
    }

    @Override
    public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
        guard(() -> listener.dead(message, error, cause));
    }

    @Override
    public void expired(DelayedMessage message, Duration lateness) {
        guard(() -> listener.expired(message, lateness));
    }

    @Override
    public void leaseLost(String topic, Collection<String> ids) {
        guard(() -> listener.leaseLost(topic, ids));
    }

    @Override
    public void interrupted(String topic, Collection<String> ids) {
        guard(() -> listener.interrupted(topic, ids));
    }

    @Override
    public void paused(Throwable cause) {
        guard(() -> listener.paused(cause));
    }

    @Override
    public void resumed() {
        guard(listener::resumed);
    }

    @Override
    public void topicPaused(String topic) {
        guard(() -> listener.topicPaused(topic));
    }

    @Override
    public void topicResumed(String topic) {
        guard(() -> listener.topicResumed(topic));
    }

    private static void guard(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) {
            log.warn("A DispatchListener failed, which changes nothing for the message", e);
        }
    }
}
