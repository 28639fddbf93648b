package org.delay.redisson.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that begin their work at the same moment. */
final class ParallelThreads {

    /** The work of one thread. */
    interface Work {

        /** Does the work of the thread with this number, from 0. */
        void run(int number) throws Exception;
    }

    private ParallelThreads() {}

    /** Returns when all threads are done, and throws what one of them throws. */
    static void run(int threads, Work work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                futures.add(executor.submit(() -> {
                    start.await();
                    work.run(number);
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                future.get(10, TimeUnit.MINUTES);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
