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
 * Registers topics before their first message, and again after a minute, since a Redis that failed may have lost them. A
 * registrar that fails does not fail a send; it is called again after a while.
 */
@Slf4j
final class TopicRegistration {

    private static final long KNOWN_FOR_NANOS = Duration.ofMinutes(1).toNanos();
    private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

    private final DelayQueueTopicRegistrar registrar;
    private final Executor callbacks;
    private final BooleanSupplier isClosed;
    private final PeriodicCheck check;
    private final ConcurrentMap<String, Long> registeredAt = new ConcurrentHashMap<>();

    /** Topics to register on another thread than the sender's. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean atWork = new AtomicBoolean();
    private final AtomicBoolean fails = new AtomicBoolean();
    private volatile long retryAt = System.nanoTime();

    /** @param isClosed whether registering has ended */
    TopicRegistration(
            DelayQueueTopicRegistrar registrar, QueueTimer timer, Executor callbacks, BooleanSupplier isClosed) {
        this.registrar = registrar;
        this.callbacks = callbacks;
        this.isClosed = isClosed;
        this.check = new PeriodicCheck(timer, RETRY_DELAY, this::isMissingSome, this::begin);
    }

    /** Registers a topic on the caller's thread, which waits for Redis in any case. */
    void add(String topic) {
        if (!isKnown(topic) && !isPausing()) {
            register(topic);
        }
    }

    /** Registers a topic without blocking, perhaps shortly after its first message. */
    void addSoon(String topic) {
        if (!isKnown(topic) && missing.add(topic)) {
            begin();
        }
    }

    /** Registers all topics again, after Redis failed a call or lost other keys: it may have lost every topic. */
    void addAllAgain() {
        if (!registeredAt.isEmpty()) {
            missing.addAll(registeredAt.keySet());
            registeredAt.clear();
            begin();
        }
    }

    /** Deregisters a topic that was deleted. A later send registers it again. */
    void remove(String topic) {
        missing.remove(topic);
        registeredAt.remove(topic);
        boolean unused = registrar.deregister(topic);
    }

    private boolean isKnown(String topic) {
        Long registered = registeredAt.get(topic);
        return registered != null && System.nanoTime() - registered < KNOWN_FOR_NANOS;
    }

    private boolean isPausing() {
        return retryAt - System.nanoTime() > 0;
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
            retryAt = System.nanoTime() + RETRY_DELAY.toNanos();
            // Once the client is shut down, nothing is retried, and the topic's next message registers it.
            if (!isClosed.getAsBoolean()) {
                warn(topic, e);
            }
            missing.add(topic);
            check.ensureScheduled();
            return false;
        }
    }

    /** Warns once until it works again: Redis may be away for hours. */
    private void warn(String topic, Throwable failure) {
        if (fails.compareAndSet(false, true)) {
            log.warn(
                    "Topic {} could not be registered. Its messages are stored and delivered. The"
                            + " registration is retried: {}",
                    topic,
                    RedisFailure.of(failure).getMessage());
        }
    }
}
