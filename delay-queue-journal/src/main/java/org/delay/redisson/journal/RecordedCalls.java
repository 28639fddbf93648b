package org.delay.redisson.journal;

import java.util.Objects;
import java.util.function.Supplier;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.Refused;

/** Calls of Redis that the database has recorded before: it would not be true that nothing was changed. */
final class RecordedCalls {

    private RecordedCalls() {}

    /**
     * Calls Redis.
     *
     * @throws OutcomeUnknown also if Redis refuses a call of which something is recorded
     */
    static <T> T call(boolean isRecorded, Supplier<T> call) {
        try {
            return call.get();
        } catch (Refused e) {
            if (!isRecorded) {
                throw e;
            }
            throw new OutcomeUnknown(e.topic(), e.ids(), Objects.requireNonNullElse(e.getCause(), e));
        }
    }
}
