package org.delay.redisson.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/** Counts, topic by topic, the threads that were interrupted in a handler and have not come back. */
@Slf4j
@RequiredArgsConstructor
final class StuckThreads {

    private final int most;
    private final DispatchListener listener;
    private final Map<String, Integer> threads = new ConcurrentHashMap<>();

    /** Whether the topic may have another thread. */
    boolean admit(String topic) {
        return threads.isEmpty() || threads.getOrDefault(topic, 0) < most;
    }

    /** A thread is about to be interrupted, and may come back at once. */
    void left(String topic) {
        threads.merge(topic, 1, Integer::sum);
    }

    /** Says that a topic is paused, if it is so by the last thread that left. */
    void announce(String topic) {
        if (threads.getOrDefault(topic, 0) == most) {
            log.warn(
                    "Topic {} is paused: {} threads were interrupted in its handler and have not come back."
                            + " It goes on when one of them does",
                    topic,
                    most);
            listener.topicPaused(topic);
        }
    }

    void cameBack(String topic) {
        Integer left = threads.computeIfPresent(topic, (name, count) -> count == 1 ? null : count - 1);
        if ((left == null ? 0 : left) == most - 1) {
            log.info("Topic {} goes on: a thread came back from its handler", topic);
            listener.topicResumed(topic);
        }
    }
}
