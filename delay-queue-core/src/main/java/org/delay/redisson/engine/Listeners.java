package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** Passes each event on to every listener. None of them can hold up the engine, or another listener. */
final class Listeners implements DispatchListener {

    private final List<ListenerLane> lanes;

    Listeners(Collection<? extends DispatchListener> listeners, Ticker ticker) {
        this.lanes = listeners.stream()
                .map(listener -> new ListenerLane(listener, ticker, () -> eventDropped(listener)))
                .toList();
    }

    /** Warns of listeners that have not returned for long. To be called now and then. */
    void watch() {
        lanes.forEach(ListenerLane::watch);
    }

    /** Waits until all events have been told, but no longer than the given time. */
    void awaitTold(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        for (ListenerLane lane : lanes) {
            lane.awaitTold(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
    }

    @Override
    public void started(DelayedMessage message) {
        tell("started", message, listener -> listener.started(message));
    }

    @Override
    public void delivered(DelayedMessage message, Duration lateness, Duration took) {
        tell("delivered", message, listener -> listener.delivered(message, lateness, took));
    }

    @Override
    public void retried(DelayedMessage message, Throwable cause, Duration delay) {
        tell("retried", message, listener -> listener.retried(message, cause, delay));
    }

    @Override
    public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
        tell("dead", message, listener -> listener.dead(message, error, cause));
    }

    @Override
    public void expired(DelayedMessage message, Duration lateness) {
        tell("expired", message, listener -> listener.expired(message, lateness));
    }

    @Override
    public void leaseLost(String topic, Collection<String> ids) {
        tell("leaseLost", null, listener -> listener.leaseLost(topic, ids));
    }

    @Override
    public void interrupted(String topic, Collection<String> ids) {
        tell("interrupted", null, listener -> listener.interrupted(topic, ids));
    }

    @Override
    public void paused(Throwable cause) {
        tell("paused", null, listener -> listener.paused(cause));
    }

    @Override
    public void resumed() {
        tell("resumed", null, DispatchListener::resumed);
    }

    @Override
    public void topicPaused(String topic) {
        tell("topicPaused", null, listener -> listener.topicPaused(topic));
    }

    @Override
    public void topicResumed(String topic) {
        tell("topicResumed", null, listener -> listener.topicResumed(topic));
    }

    /** Listeners that may block could not keep up with this one either. */
    @Override
    public void eventDropped(DispatchListener by) {
        for (ListenerLane lane : lanes) {
            if (lane.isDirect()) {
                lane.tell("eventDropped", 0, listener -> listener.eventDropped(by));
            }
        }
    }

    private void tell(String event, @Nullable DelayedMessage message, Consumer<DispatchListener> call) {
        int length = message == null ? 0 : message.body().length();
        for (ListenerLane lane : lanes) {
            lane.tell(event, length, call);
        }
    }
}
