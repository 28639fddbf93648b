package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DispatchOperations.Instance;

/** Who dispatches, by heartbeats. Guarded by the queue's lock. */
final class MemoryInstances {

    private static final int FORMAT = 1;

    private final Map<String, Beat> beats = new HashMap<>();

    private record Beat(String application, Instant at, Duration life) {

        Duration left(Moment now) {
            return at.isAfter(now.instant()) ? Duration.ZERO : Duration.between(now.instant(), at.plus(life));
        }

        boolean isAlive(Moment now) {
            return left(now).compareTo(Duration.ZERO) > 0;
        }
    }

    List<Instance> beat(String id, String application, Duration life, Moment now) {
        beats.values().removeIf(beat -> !beat.isAlive(now));
        beats.put(id, new Beat(application, now.instant(), life));
        return alive(now);
    }

    /** Says whether it was known. */
    boolean remove(String id) {
        return beats.remove(id) != null;
    }

    List<Instance> alive(Moment now) {
        return beats.entrySet().stream()
                .filter(entry -> entry.getValue().isAlive(now))
                .map(entry -> new Instance(
                        entry.getKey(),
                        entry.getValue().application(),
                        FORMAT,
                        entry.getValue().left(now)))
                .toList();
    }
}
