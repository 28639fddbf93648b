package org.delay.redisson.engine;

import java.time.Duration;
import org.delay.redisson.engine.time.StopSignal;

/** The threads of an engine beside its workers. */
final class BackgroundThreads {

    private static final Duration A_MOMENT = Duration.ofMillis(50);

    private final Thread upkeep;
    private final Thread heartbeat;
    private final StopSignal upkeepEnds;

    /** @param upkeepEnds ends the upkeep; the heartbeat ends by itself */
    BackgroundThreads(Runnable upkeep, Runnable heartbeat, StopSignal upkeepEnds) {
        this.upkeep = daemon(upkeep, "delay-queue-upkeep");
        this.heartbeat = daemon(heartbeat, "delay-queue-heartbeat");
        this.upkeepEnds = upkeepEnds;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        upkeep.start();
        heartbeat.start();
    }

    /**
     * Ends the threads, and waits for that a moment.
     *
     * @throws InterruptedException if the calling thread was interrupted meanwhile; the threads end nevertheless
     */
    void end() throws InterruptedException {
        upkeepEnds.give();
        try {
            upkeep.join(A_MOMENT.toMillis());
        } finally {
            heartbeat.join(A_MOMENT.toMillis());
        }
    }
}
