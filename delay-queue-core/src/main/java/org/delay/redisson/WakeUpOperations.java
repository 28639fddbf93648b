package org.delay.redisson;

import java.time.Duration;
import java.util.Set;

/** Sends and receives wake-ups. Wake-ups are hints: they can be lost, so every shard is also polled periodically. */
public interface WakeUpOperations {

    /** Notifies the listener of new messages until the subscription is closed. */
    Subscription subscribe(WakeUpListener listener);

    /** Receives wake-ups on a thread of the client that must not be blocked. */
    interface WakeUpListener {

        /**
         * A topic has a message that is due earlier than all others of the shard.
         *
         * @param in the time until it is due; zero or less if it is already due
         */
        void wakeUp(int shard, String topic, Duration in);

        /** The subscription was established, at first or again. Earlier wake-ups may have been lost. */
        void subscribed();

        /** As {@link #subscribed()}, for a shard that the subscription follows. */
        default void subscribed(int shard) {
            subscribed();
        }

        /** A dispatching instance has stopped. Does nothing unless overridden. */
        default void left(String instance) {}
    }

    /** A listener's subscription. */
    interface Subscription extends AutoCloseable {

        /**
         * Follows these shards and no others; at first, it follows none. A wake-up of a shard that has followers may reach only
         * them. A wake-up of a shard without followers reaches every subscriber. Does not wait for the queue, and does nothing if
         * the queue sends all wake-ups to all subscribers.
         *
         * @param instances how many instances dispatch, as far as this one knows
         */
        default void follow(Set<Integer> shards, int instances) {}

        @Override
        void close();
    }
}
