package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.Housekeeping;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Starts dispatching when all else has started, and stops it before anything else stops. Can be started and stopped any
 * number of times: tests pause a cached context, and start it again.
 */
@Slf4j
final class DelayQueueLifecycle implements SmartLifecycle, SmartInitializingSingleton {

    private final boolean autoStartup;
    private final ObjectProvider<DispatchEngine> engines;
    private final ObjectProvider<Housekeeping> housekeepers;
    private final ObjectProvider<WarmUp> warmUps;
    private final ObjectProvider<ListenerCheck> checks;
    private final ObjectProvider<StartReport> reports;
    private final Duration stopWithin;

    private volatile @Nullable DispatchEngine engine;
    private @Nullable Thread warming;

    DelayQueueLifecycle(
            boolean autoStartup,
            ObjectProvider<DispatchEngine> engines,
            ObjectProvider<Housekeeping> housekeepers,
            ObjectProvider<WarmUp> warmUps,
            ObjectProvider<ListenerCheck> checks,
            ObjectProvider<StartReport> reports,
            Duration stopWithin) {
        this.autoStartup = autoStartup;
        this.engines = engines;
        this.housekeepers = housekeepers;
        this.warmUps = warmUps;
        this.checks = checks;
        this.reports = reports;
        this.stopWithin = stopWithin;
    }

    /**
     * When all beans are there, since listener methods are sought in their types; and here rather than at start, so that
     * what is missing is told before the web server and its listeners run. After the check of Redis, as what does not start
     * has nothing to say.
     */
    @Override
    public void afterSingletonsInstantiated() {
        checks.getObject().run();
        if (autoStartup) {
            engines.getObject();
        } else {
            reports.getObject().sendOnly();
        }
    }

    @Override
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        DispatchEngine started = engines.getIfAvailable();
        if (started == null) {
            return;
        }
        started.start();
        engine = started;
        housekeepers.ifAvailable(Housekeeping::start);
        warmUp(warmUps.orderedStream().toList());
        reports.getObject().started();
    }

    @Override
    public synchronized void stop() {
        DispatchEngine running = engine;
        if (running == null) {
            return;
        }
        engine = null;
        long deadline = System.nanoTime() + stopWithin.toNanos();
        Thread warmedUp = interruptWarmUp();
        housekeepers.ifAvailable(Housekeeping::stop);
        running.stop(stopWithin);
        awaitWarmUp(warmedUp, deadline);
        reports.getObject().stopped();
    }

    /** Not synchronized: health asks while a stop waits for handlers. */
    @Override
    public boolean isRunning() {
        return engine != null;
    }

    @Override
    public boolean isAutoStartup() {
        return autoStartup;
    }

    /** Starts last, stops first. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    private void warmUp(List<WarmUp> tasks) {
        if (!tasks.isEmpty()) {
            Thread thread = new Thread(() -> tasks.forEach(DelayQueueLifecycle::run), "delay-queue-warm-up");
            thread.setDaemon(true);
            thread.start();
            warming = thread;
        }
    }

    private static void run(WarmUp task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.debug("Warming up failed; the first message takes longer", e);
        }
    }

    private @Nullable Thread interruptWarmUp() {
        Thread thread = warming;
        warming = null;
        if (thread != null) {
            thread.interrupt();
        }
        return thread;
    }

    /** Waits for its end, since what it warms is closed next; what the handlers have left of the time is enough. */
    private static void awaitWarmUp(@Nullable Thread thread, long deadline) {
        if (thread == null) {
            return;
        }
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
