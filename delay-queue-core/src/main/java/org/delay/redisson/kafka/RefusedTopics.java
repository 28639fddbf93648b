package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Topics that Kafka refused as a whole a moment ago. Asking for one can take a send's whole waiting time, so the messages of
 * one refused topic could keep every worker waiting. One batch asks; for a while after that, and while it asks, the others
 * are told without asking.
 */
final class RefusedTopics {

    /** Names may be made up without end; what is not remembered is asked for. */
    static final int MOST = 1_000;

    private final Map<String, Refused> topics = new ConcurrentHashMap<>();
    private final long pause;
    private final LongSupplier nanoTime;

    private record Refused(Refusal why, long askAgain) {}

    RefusedTopics(Duration pause, LongSupplier nanoTime) {
        this.pause = pause.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Why the topic is refused without asking, or null to ask. Where it is null, the next caller is refused again. */
    @Nullable
    Refusal instead(String topic) {
        Refused refused = topics.get(topic);
        if (refused == null) {
            return null;
        }
        long now = nanoTime.getAsLong();
        boolean asks = refused.askAgain() - now <= 0
                && topics.replace(topic, refused, new Refused(refused.why(), now + pause));
        return asks ? null : refused.why();
    }

    /** Why the topic was refused when it was last asked for, or null if it was not. */
    @Nullable
    Refusal last(String topic) {
        Refused refused = topics.get(topic);
        return refused == null ? null : refused.why();
    }

    void add(String topic, Refusal why) {
        long now = nanoTime.getAsLong();
        if (topics.size() >= MOST && !topics.containsKey(topic)) {
            topics.values().removeIf(refused -> refused.askAgain() - now <= 0);
            if (topics.size() >= MOST) {
                return;
            }
        }
        topics.put(topic, new Refused(why, now + pause));
    }

    int size() {
        return topics.size();
    }

    void remove(String topic) {
        topics.remove(topic);
    }
}
