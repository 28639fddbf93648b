package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Passes each event on to every listener. None of them can hold up the engine, or another listener. */
public final class Listeners implements DispatchListener {

    /** Events that may wait for one listener: half a second of an engine at full speed. */
    public static final int MOST_EVENTS = ListenerQueue.MOST_EVENTS;

    /** A listener that takes longer than this for one event counts as stuck. */
    public static final Duration SLOW = ListenerQueue.SLOW;

    private final List<ListenerQueue> queues;

    /** A queue of events for each listener. */
    public Listeners(Collection<? extends DispatchListener> listeners, Ticker ticker) {
        this.queues = listeners.stream()
                .map(listener -> new ListenerQueue(listener, ticker, () -> eventDropped(listener)))
                .toList();
    }

    /** Warns of listeners that have not returned for long. To be called now and then. */
    public void watch() {
        queues.forEach(ListenerQueue::watch);
    }

    /** Waits until all events have been told, but no longer than the given time. */
    public void awaitTold(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        for (ListenerQueue queue : queues) {
            queue.awaitTold(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
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
    public void destinationUnavailable(String destination, Throwable cause) {
        tell("destinationUnavailable", null, listener -> listener.destinationUnavailable(destination, cause));
    }

    @Override
    public void destinationAvailable(String destination) {
        tell("destinationAvailable", null, listener -> listener.destinationAvailable(destination));
    }

    @Override
    public void handlerStuck(String topic) {
        tell("handlerStuck", null, listener -> listener.handlerStuck(topic));
    }

    @Override
    public void handlerRecovered(String topic) {
        tell("handlerRecovered", null, listener -> listener.handlerRecovered(topic));
    }

    @Override
    public void deferred(String topic, DeferralReason reason) {
        tellDirectly("deferred", listener -> listener.deferred(topic, reason));
    }

    /** Listeners that may block could not keep up with this one either. */
    @Override
    public void eventDropped(DispatchListener by) {
        tellDirectly("eventDropped", listener -> listener.eventDropped(by));
    }

    private void tellDirectly(String event, Consumer<DispatchListener> call) {
        queues.stream().filter(ListenerQueue::isDirect).forEach(queue -> queue.tell(event, 0, call));
    }

    private void tell(String event, @Nullable DelayedMessage message, Consumer<DispatchListener> call) {
        int length = message == null ? 0 : message.body().length();
        for (ListenerQueue queue : queues) {
            queue.tell(event, length, call);
        }
    }
}
