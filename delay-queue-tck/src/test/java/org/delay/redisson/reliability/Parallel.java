package org.delay.redisson.reliability;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several threads that do the same. */
final class Parallel {

    private Parallel() {}

    /** What one of them does. */
    interface Part {
        void run(int thread) throws Exception;
    }

    /** Returns when all have ended, and throws what one of them threw. */
    static void run(int number, Part part) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(number);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                int thread = i;
                parts.add(threads.submit(() -> {
                    part.run(thread);
                    return null;
                }));
            }
            for (Future<?> one : parts) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
