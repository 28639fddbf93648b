package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.jspecify.annotations.Nullable;

/** Who dispatches, by heartbeats. Guarded by the queue's lock. */
final class MemoryInstances {

    private static final int FORMAT = 1;

    private final Map<String, Beat> beats = new HashMap<>();

    /** When each instance came or went last. */
    private final Map<String, Instant> changes = new HashMap<>();

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

    Membership beat(String id, String application, Duration least, long known, Moment now) {
        List<String> dead = beats.entrySet().stream()
                .filter(entry -> !entry.getValue().isAlive(now))
                .map(Map.Entry::getKey)
                .toList();
        dead.forEach(each -> remove(each, now));
        @Nullable Beat before = beats.get(id);
        Duration life = stretched(least);
        beats.put(id, new Beat(application, before == null ? now.instant() : before.since(), now.instant(), life));
        boolean isChanged = before == null || !before.application().equals(application);
        if (isChanged) {
            changes.put(id, now.instant());
        }
        Instant kept = now.instant().minus(Membership.KEPT_CHANGES);
        changes.values().removeIf(change -> change.isBefore(kept));
        long clock = micros(now.instant());
        if (isChanged || known > clock || known < micros(kept)) {
            return new Membership(clock, beats.size(), life, true, alive(now), Set.of());
        }
        return changed(known, life, now);
    }

    private Membership changed(long known, Duration life, Moment now) {
        Set<String> ids = changes.entrySet().stream()
                .filter(change -> micros(change.getValue()) >= known)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<Instance> came =
                alive(now).stream().filter(each -> ids.contains(each.id())).toList();
        ids.removeAll(beats.keySet());
        return new Membership(micros(now.instant()), beats.size(), life, false, came, ids);
    }

    private Duration stretched(Duration life) {
        double stretch = Math.min(Membership.MOST_STRETCH, (double) beats.size() / Membership.FEW);
        return stretch <= 1 ? life : Duration.ofMillis((long) Math.ceil(life.toMillis() * stretch));
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** Says whether it was known. */
    boolean remove(String id, Moment now) {
        if (beats.remove(id) == null) {
            return false;
        }
        changes.put(id, now.instant());
        return true;
    }

    void clear() {
        beats.clear();
        changes.clear();
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
