package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.time.StopSignal;

/** Runs the steps that are needed again and again while workers work, on its own thread. No step calls Redis. */
@Slf4j
@RequiredArgsConstructor
final class Upkeep implements Runnable {

    /** How late a worker that waits for Redis may be noticed, and a slow handler's acks be stored. */
    private static final Duration SLOWEST = SliceHandler.ACK_DELAY;

    private static final Duration FASTEST = Duration.ofMillis(5);

    private final Duration interval;
    private final StopSignal ended;
    private final List<Runnable> steps;

    /** Short enough for a lease's third and for the processing time. */
    static Duration interval(DispatchSettings settings) {
        Duration part = settings.lease().dividedBy(12);
        Duration other = settings.maxProcessingTime().dividedBy(10);
        Duration least = part.compareTo(other) < 0 ? part : other;
        Duration bounded = least.compareTo(SLOWEST) < 0 ? least : SLOWEST;
        return bounded.compareTo(FASTEST) > 0 ? bounded : FASTEST;
    }

    @Override
    public void run() {
        while (!ended.givenWithin(interval)) {
            steps.forEach(Upkeep::guarded);
        }
    }

    /** A step that fails must not prevent the others. */
    static void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            log.error("A maintenance step of the engine failed unexpectedly. It is retried", e);
        }
    }
}
