package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueTopicRegistrar;

/**
 * Registers topics before their first message, and again a minute later at the latest, since a Redis that was away may
 * have forgotten. A registrar that fails does not fail a send; it is asked again after a while.
 */
@Slf4j
@RequiredArgsConstructor
final class KnownTopics {

    private static final long KNOWN_FOR_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long PAUSE_AFTER_FAILURE_NANOS = Duration.ofSeconds(30).toNanos();

    private final DelayQueueTopicRegistrar registrar;
    private final ConcurrentMap<String, Long> registeredAt = new ConcurrentHashMap<>();
    private volatile long pauseUntil = System.nanoTime();

    void add(String topic) {
        long now = System.nanoTime();
        Long registered = registeredAt.get(topic);
        if ((registered != null && now - registered < KNOWN_FOR_NANOS) || pauseUntil - now > 0) {
            return;
        }
        try {
            registrar.registrar(topic);
            registeredAt.put(topic, now);
        } catch (RuntimeException e) {
            pauseUntil = now + PAUSE_AFTER_FAILURE_NANOS;
            log.warn(
                    "Topic {} could not be registered; it is sent to all the same. {}",
                    topic,
                    RedisFailure.of(e).getMessage());
        }
    }

    /** After Redis failed a call, or was found to have forgotten something else. */
    void forget() {
        registeredAt.clear();
    }
}
