package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up topics in the background. Kafka's client waits for the whole {@code max.block.ms} for a topic that does not exist,
 * but answers in milliseconds for one that does. Safe for use by many threads.
 */
final class TopicLookups {

    /** Each lookup keeps a thread. */
    private static final int MOST = 16;

    private static final Duration IDLE = Duration.ofSeconds(1);

    /** Within this time, Kafka has usually answered that a topic exists. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, MOST, IDLE.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), TopicLookups::thread);

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "delay-queue-kafka-lookup", 0, false);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Begins a lookup, and waits for a moment.
     *
     * @return whether it has begun; it may go on. Otherwise, too many others go on
     */
    boolean begin(Runnable lookup) throws InterruptedException {
        try {
            Future<?> begun = threads.submit(lookup);
            begun.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return true;
    }
}
