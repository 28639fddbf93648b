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

    private record Beat(String application, Instant since, Instant at, Duration life) {

        Duration left(Moment now) {
            return at.isAfter(now.instant()) ? Duration.ZERO : Duration.between(now.instant(), at.plus(life));
        }

        Duration age(Moment now) {
            return since.isAfter(now.instant()) ? Duration.ZERO : Duration.between(since, now.instant());
        }

        boolean isAlive(Moment now) {
            return left(now).compareTo(Duration.ZERO) > 0;
        }
    }

    List<Instance> beat(String id, String application, Duration life, Moment now) {
        beats.values().removeIf(beat -> !beat.isAlive(now));
        Beat before = beats.get(id);
        Instant since = before == null ? now.instant() : before.since();
        beats.put(id, new Beat(application, since, now.instant(), life));
        return alive(now);
    }

    /** Says whether it was known. */
    boolean remove(String id) {
        return beats.remove(id) != null;
    }

    void clear() {
        beats.clear();
    }

    List<Instance> alive(Moment now) {
        return beats.entrySet().stream()
                .filter(entry -> entry.getValue().isAlive(now))
                .map(entry -> instance(entry.getKey(), entry.getValue(), now))
                .toList();
    }

    private static Instance instance(String id, Beat beat, Moment now) {
        return new Instance(id, beat.application(), FORMAT, beat.age(now), beat.left(now));
    }
}
