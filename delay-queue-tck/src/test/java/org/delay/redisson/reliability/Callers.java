package org.delay.redisson.reliability;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/** On which threads an application calls the library, and what these hold meanwhile. */
enum Callers {
    /** Threads that do nothing else. */
    OWN_POOL("on threads of their own"),
    /** All threads of the common pool. */
    COMMON_POOL("on the common pool"),
    /** All threads of the common pool, and only one of them at a time, which holds a monitor. */
    UNDER_A_LOCK("on the common pool, under a lock"),
    /** From Java 21 on; threads of their own before. */
    VIRTUAL_THREADS("on virtual threads, where Java has them");

    private static final Object LOCK = new Object();

    private static final int VIRTUAL_SINCE = 21;

    private final String words;

    Callers(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    boolean inCommonPool() {
        return this == COMMON_POOL || this == UNDER_A_LOCK;
    }

    /** Begins tasks that run until the application ends. */
    void start(int number, Runnable task) {
        Executor threads = threads();
        for (int i = 0; i < number; i++) {
            threads.execute(task);
        }
    }

    /** Makes one call. */
    void call(Runnable call) {
        if (this == UNDER_A_LOCK) {
            synchronized (LOCK) {
                call.run();
            }
        } else {
            call.run();
        }
    }

    private Executor threads() {
        if (inCommonPool()) {
            return ForkJoinPool.commonPool();
        }
        return this == VIRTUAL_THREADS && Runtime.version().feature() >= VIRTUAL_SINCE
                ? new VirtualThreadTaskExecutor("caller-")
                : Executors.newCachedThreadPool();
    }
}
