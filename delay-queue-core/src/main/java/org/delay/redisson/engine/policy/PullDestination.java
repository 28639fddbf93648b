package org.delay.redisson.engine.policy;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/**
 * A destination whose receivers ask for messages, such as clients of an HTTP API, instead of being called. The engine claims
 * messages of its topics only while some are wanted, and hands them over under their lease. From then on they are the
 * destination's. It acks, retries, releases or renews them through the queue. If it does nothing, the lease ends and the
 * message is delivered again.
 *
 * <p>Called by several threads at once, for each claim, so every answer must be quick.
 */
public interface PullDestination {

    /** No topic is pulled. */
    PullDestination NONE = new PullDestination() {
        @Override
        public boolean contains(String topic) {
            return false;
        }

        @Override
        public int wanted(String topic) {
            return 0;
        }

        @Override
        public boolean isWatched(String topic) {
            return false;
        }

        @Override
        public Set<String> take(Lease lease, List<Claimed> messages) {
            return Set.of();
        }

        @Override
        public void onWanted(Consumer<String> listener) {
            // Nothing is ever wanted.
        }
    };

    /** Whether messages of the topic are pulled. The answer for a topic stays the same. */
    boolean contains(String topic);

    /** How many messages of the topic are wanted now; 0 or less if none is. */
    int wanted(String topic);

    /** Whether messages are likely to be wanted within a second, though none may be at the moment. */
    boolean isWatched(String topic);

    /**
     * Offers messages of one claim. What is not taken is released, and no attempt is counted.
     *
     * @param messages at least one, none of them past its time to live
     * @return the ids of those that were taken. Their lease has been running since the claim, and nobody renews it
     * @throws RuntimeException if none was taken
     */
    Set<String> take(Lease lease, List<Claimed> messages);

    /**
     * Sets whom to tell the topic each time when {@link #wanted} becomes more than 0. An engine sets its own when it starts. The
     * call returns at once and does not throw.
     */
    void onWanted(Consumer<String> listener);
}
