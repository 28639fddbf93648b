package org.delay.redisson.journal;

import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;

/**
 * What to put back. Immutable.
 *
 * @param topic null for all topics
 * @param id null for all messages; with a topic, one message
 * @param overdue what becomes of messages that are due already
 * @param perSecond the most messages to put back each second, 1 or more
 * @param dryRun whether only to count
 */
public record RestoreRequest(
        @Nullable String topic, @Nullable String id, Overdue overdue, int perSecond, boolean dryRun) {

    /** Everything; what is overdue is delivered. */
    public static final RestoreRequest ALL = new RestoreRequest(null, null, Overdue.DELIVER, 10_000, false);

    /**
     * Checks all values.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    public RestoreRequest {
        if (topic != null) {
            Checks.topic(topic);
        }
        if (id != null) {
            Checks.id(id);
        }
        Checks.range("perSecond", perSecond, 1, Integer.MAX_VALUE);
    }

    /** What becomes of a message that is due already when it is put back. */
    public enum Overdue {
        /** It is delivered at once. */
        DELIVER,
        /** It is recorded as expired, and not delivered. */
        EXPIRE
    }

    /** As this, for one topic. */
    public RestoreRequest withTopic(@Nullable String topic) {
        return new RestoreRequest(topic, id, overdue, perSecond, dryRun);
    }

    /** As this, for one id. */
    public RestoreRequest withId(@Nullable String id) {
        return new RestoreRequest(topic, id, overdue, perSecond, dryRun);
    }

    /** As this, with what becomes of overdue messages. */
    public RestoreRequest withOverdue(Overdue overdue) {
        return new RestoreRequest(topic, id, overdue, perSecond, dryRun);
    }

    /** As this, at another rate. */
    public RestoreRequest withPerSecond(int perSecond) {
        return new RestoreRequest(topic, id, overdue, perSecond, dryRun);
    }

    /** As this, or only to count. */
    public RestoreRequest withDryRun(boolean dryRun) {
        return new RestoreRequest(topic, id, overdue, perSecond, dryRun);
    }
}
