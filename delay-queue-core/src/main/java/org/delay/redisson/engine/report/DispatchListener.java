package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.Collection;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Hears what becomes of messages, for meters and application events. All methods do nothing unless overridden.
 *
 * <p>Each listener is called on a thread of its own, one event after the other, in the order in which the engine told them.
 * So nothing that it does delays a message. What is thrown is logged and changes nothing. Events are best effort: a crash
 * between a settlement and its event loses the event, and a redelivery repeats it. A listener that does not keep up loses
 * events once some 10,000 wait for it, which is logged and counted. A settlement's event follows it, so the next delivery's
 * events may come first.
 *
 * <p>Each bean of this type hears:
 *
 * <pre>{@code
 * @Bean
 * DispatchListener meter(Latenesses latenesses) {
 *     return new DispatchListener() {
 *         @Override
 *         public void delivered(DelayedMessage message, Duration lateness, Duration took) {
 *             latenesses.add(message.id(), lateness);
 *         }
 *     };
 * }
 * }</pre>
 */
public interface DispatchListener {

    /** Hears nothing. */
    DispatchListener NONE = new DispatchListener() {};

    /**
     * Whether this listener never blocks, for example because it only counts. Then the thread that handles the message calls
     * it, several threads at once, and no event is dropped. A listener that blocks all the same delays messages.
     */
    default boolean isNonBlocking() {
        return false;
    }

    /** A message is handed to the consumer now. */
    default void started(DelayedMessage message) {}

    /**
     * The consumer is done with a message.
     *
     * @param lateness from the due time until it was handed to the consumer, by Redis's clock, not negative. It includes the
     *     back-off if the {@linkplain DelayedMessage#attempt() attempt} is not the first
     * @param took how long the consumer's call took, for all messages that it was given together
     */
    default void delivered(DelayedMessage message, Duration lateness, Duration took) {}

    /** A delivery failed, and the message is due again after the delay. */
    default void retried(DelayedMessage message, Throwable cause, Duration delay) {}

    /**
     * A message was given up and is a dead letter now.
     *
     * @param error what is kept with it
     * @param cause what the consumer threw, or null if it was not asked: the message is damaged, or its receivers died
     */
    default void dead(DelayedMessage message, String error, @Nullable Throwable cause) {}

    /**
     * A message was older than its time to live when its turn came, and is dropped. Another instance says so again if this one dies
     * before Redis knows.
     *
     * @param lateness from the due time, by Redis's clock
     */
    default void expired(DelayedMessage message, Duration lateness) {}

    /** Messages are not this application's any more, though it had not settled them: others may deliver them too. */
    default void leaseLost(String topic, Collection<String> ids) {}

    /** A call of the consumer took longer than allowed and was interrupted; its messages are tried again. */
    default void interrupted(String topic, Collection<String> ids) {}

    /**
     * A destination is unavailable: none of its topics is delivered, and they are tried one at a time.
     *
     * @param destination its name, as {@link org.delay.redisson.engine.policy.TopicRule#destination()} gives it
     */
    default void destinationUnavailable(String destination, Throwable cause) {}

    /** A destination is available again. */
    default void destinationAvailable(String destination) {}

    /** Too many interrupted threads have not returned from this topic's handler: this instance claims no more of it. */
    default void handlerStuck(String topic) {}

    /** A thread has returned from this topic's handler: its messages are claimed again. */
    default void handlerRecovered(String topic) {}

    /**
     * A topic has messages that are due, but this instance put off their claim. This may happen many times a second, so only
     * listeners that are {@linkplain #isNonBlocking non-blocking} hear of it.
     */
    default void deferred(String topic, DeferralReason reason) {}

    /**
     * A listener did not keep up, and an event was not told to it. Only listeners that are
     * {@linkplain #isNonBlocking non-blocking} hear of it.
     */
    default void eventDropped(DispatchListener listener) {}
}
