package org.delay.redisson.engine;

import org.jspecify.annotations.Nullable;

/** A worker, as other parts know it. Equal to itself only. */
final class WorkerId {

    private volatile @Nullable Thread thread;

    /** The calling thread is this worker's. */
    void begins() {
        thread = Thread.currentThread();
    }

    /** The worker's thread, or null before it has begun. */
    @Nullable
    Thread thread() {
        return thread;
    }
}
