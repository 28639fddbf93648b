package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}: nothing can be
 * delivered to anybody at present, and the message is not at fault. It goes back to the queue without using up an
 * attempt, and the application claims nothing more until the destination answers again.
 */
public class DestinationUnavailable extends RuntimeException {

    private final boolean mayStillArrive;

    /**
     * Says that the destination takes nothing.
     *
     * @param mayStillArrive whether the message may have been handed over, so that it may arrive after all
     */
    public DestinationUnavailable(String message, boolean mayStillArrive, @Nullable Throwable cause) {
        super(message, cause);
        this.mayStillArrive = mayStillArrive;
    }

    public boolean mayStillArrive() {
        return mayStillArrive;
    }
}
