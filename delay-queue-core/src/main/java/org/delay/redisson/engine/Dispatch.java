package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.Listeners;

/** Everything between one start and its stop. Used once. */
@RequiredArgsConstructor
final class Dispatch {

    /** How long a stop waits for listeners to be told all events, within its own time. */
    private static final Duration LISTENERS = Listeners.SLOW;

    private final Intake intake;
    private final WorkerPool pool;
    private final BackgroundThreads background;
    private final HandlerShutdown handlers;
    private final Listeners listeners;

    void start() {
        try {
            background.start();
            pool.fill();
        } catch (Throwable e) {
            stop(Duration.ZERO);
            throw e;
        }
    }

    List<DestinationStatus> destinations() {
        return intake.destinations();
    }

    void stop(Duration within) {
        long began = System.nanoTime();
        boolean interrupted = false;
        intake.end();
        try {
            handlers.end(within);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            background.end();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        handlers.close();
        Duration left = within.minusNanos(System.nanoTime() - began);
        listeners.awaitTold(left.compareTo(LISTENERS) < 0 ? left : LISTENERS);
        intake.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
