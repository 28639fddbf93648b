package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.MessageKey;

/** Messages that wait in Redis and are not recorded: sent before the journal was switched on, or while it was bypassed. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class UnrecordedMessages {

    /** So long Redis is not asked again after it did not answer: each send would wait for its timeout. */
    private static final Duration CALM = Duration.ofSeconds(5);

    private final DelayQueueMessage queue;
    private final RevisionedStore redis;
    private final BooleanSupplier isRedisAway;

    private volatile long failedAt = System.nanoTime() - CALM.toNanos();

    /** Those that these sends must leave alone, and when they are due. None if Redis does not answer. */
    Map<MessageKey, Instant> kept(List<Order> orders) {
        List<MessageKey> keys =
                orders.stream().filter(Order::keepsAnother).map(Order::key).toList();
        if (keys.isEmpty() || isRedisAway.getAsBoolean() || System.nanoTime() - failedAt < CALM.toNanos()) {
            return Map.of();
        }
        Map<MessageKey, Instant> kept = new HashMap<>();
        try {
            List<Optional<StoredRevision>> stored = redis.locate(keys.stream()
                    .map(key -> new MessageName(key.topic(), key.id()))
                    .toList());
            for (int i = 0; i < keys.size(); i++) {
                MessageKey key = keys.get(i);
                stored.get(i)
                        .filter(one -> one.revision() == 0 && one.state() != State.DEAD)
                        .flatMap(one -> queue.find(key.topic(), key.id()))
                        .map(UnrecordedMessages::dueTime)
                        .ifPresent(at -> kept.put(key, at));
            }
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether messages wait that are not recorded", e);
            failedAt = System.nanoTime();
        }
        return kept;
    }

    private static Instant dueTime(StoredMessage stored) {
        return stored.state() == DelayQueueMessage.State.LEASED
                ? stored.message().dueTime()
                : stored.at();
    }
}
