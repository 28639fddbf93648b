package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;

/** Stands around calls of the queue, for meters and traces. What it throws is logged and changes nothing. */
interface QueueInterceptor {

    /** A send begins. */
    default Sending sending(Collection<OutgoingMessage> messages) {
        return () -> messages;
    }

    /** A cancel was answered. */
    default void cancelled(String topic, CancelResult result) {}

    /**
     * A claim has ended.
     *
     * @param claim the answer, or null if the call failed
     */
    default void claimed(@Nullable ClaimResult claim, Duration took) {}

    /** A send that is under way. */
    @FunctionalInterface
    interface Sending {

        /** What is to be sent in the place of what was given. */
        Collection<OutgoingMessage> messages();

        /**
         * The send has ended; on a thread of the client where nobody waits for it.
         *
         * @param accepted all of them, or some where it failed
         */
        default void ended(List<Receipt> accepted, @Nullable Throwable thrown) {}
    }
}
