package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueTopicRegistrar;

/**
 * Registers topics before their first message, and again a minute later at the latest, since a Redis that was away may
 * have forgotten. A registrar that fails does not fail a send; it is asked again after a while.
 */
@Slf4j
final class TopicRegistration {

    private static final long KNOWN_FOR_NANOS = Duration.ofMinutes(1).toNanos();
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(30);

    private final DelayQueueTopicRegistrar registrar;
    private final Executor callbacks;
    private final BooleanSupplier isClosed;
    private final PeriodicCheck check;
    private final ConcurrentMap<String, Long> registeredAt = new ConcurrentHashMap<>();

    /** To be registered on another thread than the sender's. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean atWork = new AtomicBoolean();
    private final AtomicBoolean fails = new AtomicBoolean();
    private volatile long pauseUntil = System.nanoTime();

    /** @param isClosed whether nothing is to be registered any more */
    TopicRegistration(
            DelayQueueTopicRegistrar registrar, QueueTimer timer, Executor callbacks, BooleanSupplier isClosed) {
        this.registrar = registrar;
        this.callbacks = callbacks;
        this.isClosed = isClosed;
        this.check = new PeriodicCheck(timer, PAUSE_AFTER_FAILURE, this::isMissingSome, this::begin);
    }

    /** On the caller's thread, which waits for Redis in any case. */
    void add(String topic) {
        if (!isKnown(topic) && !isPausing()) {
            register(topic);
        }
    }

    /** Without waiting, so perhaps a moment after the first message. */
    void addSoon(String topic) {
        if (!isKnown(topic) && missing.add(topic)) {
            begin();
        }
    }

    /** After Redis failed a call, or was found to have forgotten something else: it may have forgotten every topic. */
    void addAllAgain() {
        if (!registeredAt.isEmpty()) {
            missing.addAll(registeredAt.keySet());
            registeredAt.clear();
            begin();
        }
    }

    private boolean isKnown(String topic) {
        Long registered = registeredAt.get(topic);
        return registered != null && System.nanoTime() - registered < KNOWN_FOR_NANOS;
    }

    private boolean isPausing() {
        return pauseUntil - System.nanoTime() > 0;
    }

    private boolean isMissingSome() {
        return !missing.isEmpty() && !isClosed.getAsBoolean();
    }

    private void begin() {
        if (isMissingSome() && !isPausing() && atWork.compareAndSet(false, true)) {
            callbacks.execute(this::registerMissing);
        }
    }

    private void registerMissing() {
        try {
            for (String topic : List.copyOf(missing)) {
                if (!register(topic)) {
                    return;
                }
                missing.remove(topic);
            }
        } finally {
            atWork.set(false);
            begin();
        }
    }

    private boolean register(String topic) {
        try {
            registrar.registrar(topic);
            registeredAt.put(topic, System.nanoTime());
            fails.set(false);
            return true;
        } catch (Throwable e) {
            pauseUntil = System.nanoTime() + PAUSE_AFTER_FAILURE.toNanos();
            warn(topic, e);
            missing.add(topic);
            check.ensureScheduled();
            return false;
        }
    }

    /** Once until it works again: Redis may be away for hours. */
    private void warn(String topic, Throwable failure) {
        if (fails.compareAndSet(false, true)) {
            log.warn(
                    "Topic {} could not be registered; it is sent to all the same. {}",
                    topic,
                    RedisFailure.of(failure).getMessage());
        }
    }
}
