package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;

/**
 * Deliveries under way to a destination that may be unavailable: one at a time after the first failure, twice as
 * many after each success, half as many after a further failure, and any number in the end. Guarded by its breaker's lock.
 */
@RequiredArgsConstructor
final class Probes {

    /** A probe that takes longer, if only of a broker, does not hold up other probes. */
    private static final long SLOW = Duration.ofSeconds(10).toNanos();

    /** A destination of which a topic fails so slowly must not take workers from other topics. */
    private static final long SLOW_FAILURE = Duration.ofSeconds(1).toNanos();

    /** So many failures in a row make it one at a time: 2 to the power of them. */
    private static final int MOST_BESIDE_FAILURES = 32;

    /** No engine has so many workers. */
    private static final int UNLIMITED = 1024;

    /** One delivery. Two of a topic are not equal. */
    static final class Probe {

        private final String topic;
        private final long began;
        private boolean slow;

        private Probe(String topic, long began) {
            this.topic = topic;
            this.began = began;
        }
    }

    private final Ticker ticker;
    private final Set<Probe> running = new HashSet<>();
    private int limit = UNLIMITED;
    private boolean failSlowly;

    boolean hasRoom() {
        long now = ticker.nanos();
        return running.stream()
                        .filter(probe -> !probe.slow && now - probe.began < SLOW)
                        .count()
                < limit;
    }

    boolean areUnlimited() {
        return limit >= UNLIMITED;
    }

    /** Whether there may be only one at a time, because the last one failed. */
    boolean areSingle() {
        return limit == 1;
    }

    /** Whether each may find out that the destination is down, or take long for that. */
    boolean areRisky() {
        return areSingle() || failSlowly;
    }

    boolean areOf(String topic) {
        return running.stream().anyMatch(probe -> probe.topic.equals(topic));
    }

    Probe begin(String topic) {
        Probe probe = new Probe(topic, ticker.nanos());
        running.add(probe);
        return probe;
    }

    /** The topic's probes go on, and hold up no other one from now on. Says whether they did so far. */
    boolean takesLong(String topic) {
        List<Probe> late = running.stream()
                .filter(probe -> probe.topic.equals(topic) && !probe.slow)
                .toList();
        late.forEach(probe -> probe.slow = true);
        return !late.isEmpty();
    }

    void end(Probe probe) {
        running.remove(probe);
    }

    void succeeded() {
        limit = Math.min(2 * limit, UNLIMITED);
        failSlowly &= !areUnlimited();
    }

    /**
     * A topic failed; says whether other topics may fail too.
     *
     * @param took how long its probe took, or -1 if it was none
     * @param mayBeAll whether nothing else says that they do not
     */
    boolean failed(long took, boolean mayBeAll) {
        failSlowly |= took >= SLOW_FAILURE;
        limit = mayBeAll || failSlowly ? 1 : Math.max(1, Math.min(limit, MOST_BESIDE_FAILURES) / 2);
        return areSingle();
    }

    /** Ends the topic's probe, and answers how long it took; -1 if there was none. */
    long end(String topic) {
        Iterator<Probe> all = running.iterator();
        while (all.hasNext()) {
            Probe probe = all.next();
            if (probe.topic.equals(topic)) {
                all.remove();
                return ticker.nanos() - probe.began;
            }
        }
        return -1;
    }
}
