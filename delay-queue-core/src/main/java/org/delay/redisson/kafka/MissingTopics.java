package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Topics that Kafka did not have a moment ago. Asking for one takes a send's whole waiting time, so the messages of one
 * missing topic could keep every worker waiting. One batch asks; for a while after that, and while it asks, the others
 * are told without asking.
 */
final class MissingTopics {

    /** Names may be made up without end; what is not remembered is asked for. */
    static final int MOST = 1_000;

    private final Map<String, Long> askAgain = new ConcurrentHashMap<>();
    private final long pause;
    private final LongSupplier nanoTime;

    MissingTopics(Duration pause, LongSupplier nanoTime) {
        this.pause = pause.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether the topic is taken for missing without asking. Where the answer is no, the next caller's is yes. */
    boolean contains(String topic) {
        Long time = askAgain.get(topic);
        if (time == null) {
            return false;
        }
        long now = nanoTime.getAsLong();
        return time - now > 0 || !askAgain.replace(topic, time, now + pause);
    }

    void add(String topic) {
        long now = nanoTime.getAsLong();
        if (askAgain.size() >= MOST && !askAgain.containsKey(topic)) {
            askAgain.values().removeIf(time -> time - now <= 0);
            if (askAgain.size() >= MOST) {
                return;
            }
        }
        askAgain.put(topic, now + pause);
    }

    int size() {
        return askAgain.size();
    }

    void remove(String topic) {
        askAgain.remove(topic);
    }
}
