package org.delay.redisson.autoconfigure;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.Housekeeping;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The engine and what runs beside it: housekeeping and the warm-up. One thread at a time starts and stops it; any thread may
 * ask whether it runs.
 */
@RequiredArgsConstructor
final class DispatchRun {

    private final ObjectProvider<DispatchEngine> engines;
    private final ObjectProvider<Housekeeping> housekeepers;
    private final WarmUpThread warmUp;
    private volatile @Nullable DispatchEngine engine;

    /** Creates the engine, which fails if something is missing. */
    void prepare() {
        engines.getObject();
    }

    /** Returns false if this application has no engine. */
    boolean start() {
        DispatchEngine started = engines.getIfAvailable();
        if (started == null) {
            return false;
        }
        started.start();
        engine = started;
        housekeepers.ifAvailable(Housekeeping::start);
        warmUp.start();
        return true;
    }

    boolean isRunning() {
        return engine != null;
    }

    /** Returns false if it does not run. Handlers and the warm-up have the given time together. */
    boolean stop(Duration within) {
        DispatchEngine running = engine;
        if (running == null) {
            return false;
        }
        engine = null;
        long deadline = System.nanoTime() + within.toNanos();
        warmUp.interrupt();
        housekeepers.ifAvailable(Housekeeping::stop);
        running.stop(within);
        warmUp.await(deadline);
        return true;
    }
}
