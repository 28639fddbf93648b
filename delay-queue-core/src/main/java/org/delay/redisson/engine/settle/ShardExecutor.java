package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls of Redis that no worker waits for. Calls of one shard run one after the other, and never wait for another shard,
 * whose master may hang. It has one thread for each shard that has something to do.
 */
@Slf4j
final class ShardExecutor {

    private static final Duration IDLE = Duration.ofSeconds(10);

    /** Redis may hang; a stop must not. */
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final Map<Integer, ShardTasks> shards = new ConcurrentHashMap<>();
    private final ExecutorService threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE.toNanos(), TimeUnit.NANOSECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "delay-queue-shard");
                thread.setDaemon(true);
                return thread;
            });

    /** Runs a task when the shard's earlier ones have ended; a task that waits already is not added again. */
    void run(int shard, Runnable task) {
        shards.computeIfAbsent(shard, none -> new ShardTasks()).add(task);
    }

    /** Takes no more tasks, and waits a moment for those that wait and run: a stop promises that they are done. */
    void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(MOMENT.toNanos(), TimeUnit.NANOSECONDS)) {
                log.debug("Calls of Redis go on in the background after the stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class ShardTasks implements Runnable {

        private final Set<Runnable> waiting = new LinkedHashSet<>();
        private boolean running;

        private synchronized void add(Runnable task) {
            waiting.add(task);
            if (running) {
                return;
            }
            try {
                threads.execute(this);
                running = true;
            } catch (RejectedExecutionException e) {
                log.debug("The engine has stopped; a task of a shard is not run", e);
            }
        }

        private synchronized @Nullable Runnable next() {
            Iterator<Runnable> tasks = waiting.iterator();
            running = tasks.hasNext();
            if (!running) {
                return null;
            }
            Runnable task = tasks.next();
            tasks.remove();
            return task;
        }

        @Override
        public void run() {
            for (Runnable task = next(); task != null; task = next()) {
                try {
                    task.run();
                } catch (Throwable e) {
                    log.error("A background task of a shard failed unexpectedly. It is retried", e);
                }
            }
        }
    }
}
