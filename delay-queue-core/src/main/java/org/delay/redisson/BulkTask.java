package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bulk task as it is now. Immutable. All times are those of the queue's clock.
 *
 * @param id unique for each start
 * @param progress what it has done so far
 * @param stopping whether somebody asked it to stop while it was running
 * @param startedAt when it began
 * @param seenAt when its instance reported last: that it goes on, or how it ended
 */
public record BulkTask(
        String id,
        BulkRequest request,
        State state,
        Progress progress,
        boolean stopping,
        Instant startedAt,
        Instant seenAt) {

    /** How long it has taken so far, or took if it has ended. */
    public Duration took() {
        return Duration.between(startedAt, seenAt);
    }

    /** How far it is. */
    public enum State {
        /** It goes on. */
        RUNNING,
        /** It has seen all dead letters. */
        DONE,
        /** Somebody stopped it, or its instance was shut down. Begin another one to go on. */
        STOPPED,
        /** A call failed. Begin another one to go on. */
        FAILED,
        /** Its instance died, or can't reach Redis. What it has changed stays changed, the rest is dead. Begin another one to go on. */
        INTERRUPTED
    }

    /**
     * What a task has done.
     *
     * @param changed how many dead letters were redriven or deleted
     * @param kept how many were not redriven, because a live message has the same id
     * @param examined how many matched so far
     * @param failure why it failed, or null
     */
    public record Progress(
            long changed,
            long kept,
            long examined,
            @Nullable String failure) {

        /** Nothing was done yet. */
        public static final Progress NONE = new Progress(0, 0, 0, null);
    }
}
