package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.reliability.composed.Dispatcher.Place;

/** An application that runs jobs which block on the JVM's common pool. */
final class CommonPool {

    private static final Duration NAP = Duration.ofMillis(100);

    private CommonPool() {}

    /** More jobs than the pool has threads, until the run is calm. */
    static void keepBusy(Place place) {
        for (int i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism(); i++) {
            block(place);
        }
    }

    /** One job, which lasts until the run is calm. */
    static void block(Place place) {
        ForkJoinPool.commonPool().execute(() -> {
            while (!place.isCalm()) {
                LockSupport.parkNanos(NAP.toNanos());
            }
        });
    }
}
