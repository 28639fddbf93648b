package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Lets a worker wait until a quick call has ended. To defer a topic in Redis, to recall it and to poll its shard again takes
 * several times as long as such a call. Guarded by the lock of its condition.
 */
@RequiredArgsConstructor
final class BriefWait {

    /** A topic of another destination may be due: the worker is away from it for no longer. */
    static final Duration LONGEST = Duration.ofMillis(10);

    /** After a wait in vain, calls are not so quick that the next one would do better. */
    static final Duration PAUSE = Duration.ofMillis(100);

    private final Condition ended;
    private final Ticker ticker;
    private final Duration longest;
    private @Nullable Long inVain;

    /** A call has ended. */
    void ended() {
        ended.signalAll();
    }

    /** Waits until there is room, and says whether there is. */
    boolean until(BooleanSupplier room) {
        if (inVain != null && ticker.nanos() - inVain < PAUSE.toNanos()) {
            return false;
        }
        try {
            long left = longest.toNanos();
            while (left > 0) {
                left = ended.awaitNanos(left);
                if (room.getAsBoolean()) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        inVain = ticker.nanos();
        return false;
    }
}
