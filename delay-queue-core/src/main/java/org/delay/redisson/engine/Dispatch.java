package org.delay.redisson.engine;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.time.Signal;

/** Everything between one start and its stop. Used once. */
@Slf4j
final class Dispatch {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final int NAME_BITS = 60;

    /** So long a stop waits for listeners to hear what was told, within its own time. */
    private static final Duration LISTENERS = Listeners.SLOW;

    private static final Duration A_MOMENT = Duration.ofMillis(50);

    private final Workplace place;
    private final WorkerPool crew;
    private final Signal upkeepEnds = new Signal();
    private final Thread upkeep;
    private final Thread heartbeat;

    /**
     * @param id a {@linkplain #newName new name}
     * @param application its name, or empty
     */
    Dispatch(Workplace place, ThreadFactory workerThreads, String id, String application) {
        this.place = place;
        this.crew = new WorkerPool(place, workerThreads, claimers(id));
        this.upkeep = daemon(new LeaseRenewer(place, crew, upkeepEnds), "delay-queue-upkeep");
        this.heartbeat = daemon(
                new Heartbeat(
                        place.queue(),
                        new Heartbeat.Member(id, application),
                        place.schedule(),
                        place.ticker(),
                        place.ending()),
                "delay-queue-heartbeat");
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** A name that no other start has. */
    static String newName() {
        return new BigInteger(NAME_BITS, RANDOM).toString(Character.MAX_RADIX);
    }

    /** Names that nobody else has: that of this start, and a number for each. So the holder of a lease can be told. */
    private static Supplier<String> claimers(String id) {
        AtomicLong lanes = new AtomicLong();
        return () -> id + "-" + lanes.incrementAndGet();
    }

    void start() {
        try {
            upkeep.start();
            heartbeat.start();
            crew.fill();
        } catch (Throwable e) {
            stop(Duration.ZERO);
            throw e;
        }
    }

    void stop(Duration within) {
        long began = System.nanoTime();
        place.ending().give();
        place.schedule().end();
        place.quarantine().end();
        leaveThoseThatEndTheApplication();
        boolean interrupted = false;
        try {
            if (!crew.endedWithin(within)) {
                interruptHandlers();
            }
            place.settler().finish(within.minusNanos(System.nanoTime() - began));
        } catch (InterruptedException e) {
            interrupted = true;
            interruptHandlers();
        }
        place.settler().endRepeats();
        upkeepEnds.give();
        interrupted |= ended(upkeep);
        interrupted |= ended(heartbeat);
        releaseUnfinished();
        place.settler().close();
        Duration left = within.minusNanos(System.nanoTime() - began);
        place.listener().awaitTold(left.compareTo(LISTENERS) < 0 ? left : LISTENERS);
        place.survey().close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A handler that ends the application is not waited for: it waits for this stop. What it has begun is neither handed
     * back nor renewed: where it never returns, the lease runs out, which is counted, as for any other death.
     */
    private void leaveThoseThatEndTheApplication() {
        for (Batch batch : crew.batches()) {
            List<String> ids = batch.leaveIfItEndsTheApplication();
            if (!ids.isEmpty()) {
                log.warn(
                        "The handler of topic {} ends the application. The message is done if the handler returns; else its"
                                + " lease runs out, which is counted (ids {})",
                        batch.topic(),
                        ids);
                crew.left(batch.worker());
            }
        }
    }

    /** The time is over: what handlers still have goes back, once, since there is no time to repeat it. */
    private void interruptHandlers() {
        place.settler().endRepeats();
        leaveThoseThatEndTheApplication();
        int handlers = 0;
        for (Batch batch : crew.batches()) {
            Batch.Unfinished left = batch.takeOver(place.ticker().nanos(), 0);
            if (left != null) {
                handlers++;
                release(left);
            }
        }
        log.warn("The workers did not end in time; {} handlers were interrupted, and their messages go back", handlers);
    }

    /** A handler that took too long at the very end, so that no worker came in its place. */
    private void releaseUnfinished() {
        for (Batch.Unfinished left = crew.unfinished(); left != null; left = crew.unfinished()) {
            release(left);
            left.announce(place.listener());
        }
    }

    /** Waits a moment for the end of a thread that was told to, and says whether the wait was interrupted. */
    private static boolean ended(Thread thread) {
        try {
            thread.join(A_MOMENT.toMillis());
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void release(Batch.Unfinished left) {
        for (Claimed claimed : left.begun()) {
            left.batch().leased().decide(claimed, Disposition.Release.BEGUN);
        }
        for (Claimed claimed : left.waiting()) {
            left.batch().leased().decide(claimed, Disposition.Release.UNTOUCHED);
        }
        left.batch().settle();
        crew.done(left.batch());
    }
}
