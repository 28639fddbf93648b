package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;

/**
 * Deliveries under way to a destination that may not answer: one at a time after a failure, twice as many after each
 * success, and any number in the end. Guarded by its destination's lock.
 */
@RequiredArgsConstructor
final class Trials {

    /** A trial that takes longer has met a slow handler rather than an answer: it does not keep others from theirs. */
    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

    /** No engine has so many workers. */
    private static final int MANY = 1024;

    /** One trial: each is itself only. */
    static final class Trial {

        private final String topic;
        private final long began;

        private Trial(String topic, long began) {
            this.topic = topic;
            this.began = began;
        }
    }

    private final Ticker ticker;
    private final Set<Trial> running = new HashSet<>();
    private int limit = MANY;

    boolean hasRoom() {
        long now = ticker.nanos();
        return running.stream().filter(trial -> now - trial.began < PATIENCE).count() < limit;
    }

    boolean areUnlimited() {
        return limit >= MANY;
    }

    Trial begin(String topic) {
        Trial trial = new Trial(topic, ticker.nanos());
        running.add(trial);
        return trial;
    }

    void end(Trial trial) {
        running.remove(trial);
    }

    boolean isTried(String topic) {
        return running.stream().anyMatch(trial -> trial.topic.equals(topic));
    }

    void succeeded() {
        limit = Math.min(2 * limit, MANY);
    }

    /** Ends the topic's trial, and answers how long it took; -1 where there was none. */
    long failed(String topic) {
        limit = 1;
        return end(topic);
    }

    /** As {@link #failed}, where it says nothing of others. */
    long end(String topic) {
        Iterator<Trial> all = running.iterator();
        while (all.hasNext()) {
            Trial trial = all.next();
            if (trial.topic.equals(topic)) {
                all.remove();
                return ticker.nanos() - trial.began;
            }
        }
        return -1;
    }
}
