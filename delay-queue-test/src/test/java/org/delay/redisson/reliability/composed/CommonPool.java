package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.reliability.composed.Dispatcher.Place;

/** An application that runs jobs which block on the JVM's common pool. */
final class CommonPool {

    private static final Duration NAP = Duration.ofMillis(100);

    private CommonPool() {}

    /** As many jobs as the pool has threads, until the run is calm. */
    static void keepBusy(Place place) {
        for (int i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> nap(place));
        }
    }

    private static void nap(Place place) {
        while (!place.isCalm()) {
            LockSupport.parkNanos(NAP.toNanos());
        }
    }
}
