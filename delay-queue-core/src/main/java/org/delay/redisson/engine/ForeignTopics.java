package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/**
 * Topics that this engine does not serve. Another instance may: one of the next version while it is rolled out, for
 * example. Putting a topic off concerns all instances, and all are woken at the same time, so whoever does not serve it
 * leaves it alone for a moment first; else the quickest of them could keep it from those that do, for ever.
 */
@Slf4j
@RequiredArgsConstructor
final class ForeignTopics {

    /** How long a topic that is due is left to others. It keeps this instance from hearing of new messages meanwhile. */
    static final Duration HEAD_START = Duration.ofMillis(50);

    /** After so long it is due anew. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(1);

    /** Beyond this many, what was seen is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    private final TopicRules rules;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Seen, Long> since = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    private record Seen(int shard, String topic) {}

    boolean isForeign(String topic) {
        return rules.of(topic) == null;
    }

    /** A foreign topic is due: whether nobody took it in time, so that it is to be put off. */
    boolean isLeft(int shard, String topic) {
        lock.lock();
        try {
            long now = ticker.nanos();
            Seen seen = new Seen(shard, topic);
            Long first = since.get(seen);
            if (first == null || now - first > FORGOTTEN.toNanos()) {
                forgetIfMany();
                since.put(seen, now);
                return false;
            }
            if (now - first < HEAD_START.toNanos()) {
                return false;
            }
            since.remove(seen);
            tell(topic);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void forgetIfMany() {
        if (since.size() >= MAX_TOPICS) {
            since.clear();
        }
        if (told.size() >= MAX_TOPICS) {
            told.clear();
        }
    }

    private void tell(String topic) {
        if (told.add(topic)) {
            log.warn(
                    "Messages of topic {} are due, and nobody in this application receives that topic. They wait for an "
                            + "instance that does, with nothing counted",
                    topic);
        }
    }
}
