package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.concurrent.TimeUnit;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Runs the warm-ups one after the other, on a thread of their own. Guarded by its owner's lock. */
@Slf4j
@RequiredArgsConstructor
final class WarmUpThread {

    private final ObjectProvider<WarmUp> warmUps;
    private @Nullable Thread thread;

    void start() {
        List<WarmUp> tasks = warmUps.orderedStream().toList();
        if (!tasks.isEmpty()) {
            Thread fresh = new Thread(() -> tasks.forEach(WarmUpThread::run), "delay-queue-warm-up");
            fresh.setDaemon(true);
            fresh.start();
            thread = fresh;
        }
    }

    private static void run(WarmUp task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.debug("Warming up failed; the first message takes longer", e);
        }
    }

    void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Waits for its end until the given {@link System#nanoTime()}, because what it warms is closed next. */
    void await(long deadline) {
        Thread ending = thread;
        thread = null;
        if (ending == null) {
            return;
        }
        try {
            ending.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
