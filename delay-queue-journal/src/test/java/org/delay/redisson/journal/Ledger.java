package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayedMessage;

/** What applications were promised, and what was delivered. Thread-safe. */
final class Ledger {

    private final Map<String, Instant> owed = new ConcurrentHashMap<>();
    private final Set<String> rolledBack = ConcurrentHashMap.newKeySet();
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private final Map<String, Delivered> delivered = new ConcurrentHashMap<>();

    /** @param times how often; more than once is allowed, and counted */
    private record Delivered(Instant first, AtomicInteger times) {}

    /** A send was committed. */
    void owe(String id, Instant due) {
        owed.put(id, due);
    }

    /** A send was rolled back. */
    void rolledBack(String id) {
        rolledBack.add(id);
    }

    /** Only CANCELLED says that no delivery can be under way. NOT_FOUND says that it was delivered. */
    void cancelled(String id, CancelResult answer) {
        if (answer != CancelResult.NOT_FOUND) {
            owed.remove(id);
        }
        if (answer == CancelResult.CANCELLED) {
            cancelled.add(id);
        }
    }

    void delivered(List<DelayedMessage> messages) {
        Instant now = Instant.now();
        messages.forEach(message -> delivered
                .computeIfAbsent(message.id(), unused -> new Delivered(now, new AtomicInteger()))
                .times()
                .incrementAndGet());
    }

    int size() {
        return delivered.size();
    }

    /** How often each of these was delivered. */
    Map<String, Integer> times(Set<String> ids) {
        return ids.stream()
                .collect(Collectors.toMap(
                        id -> id, id -> delivered.get(id).times().get()));
    }

    boolean isSettled() {
        return delivered.keySet().containsAll(owed.keySet());
    }

    private List<String> deliveredOf(Set<String> ids) {
        return ids.stream().filter(delivered::containsKey).toList();
    }

    /** Lost, early, delivered though rolled back, delivered though cancelled: 0. */
    String check() {
        Set<String> lost = new HashSet<>(owed.keySet());
        lost.removeAll(delivered.keySet());
        assertThat(lost).as("lost").isEmpty();
        assertThat(owed.entrySet().stream()
                        .filter(one -> delivered.get(one.getKey()).first().isBefore(one.getValue())))
                .as("early")
                .isEmpty();
        assertThat(deliveredOf(rolledBack)).as("rolled back, and delivered").isEmpty();
        assertThat(deliveredOf(cancelled)).as("cancelled, and delivered").isEmpty();
        Duration latest = owed.entrySet().stream()
                .map(one -> Duration.between(
                        one.getValue(), delivered.get(one.getKey()).first()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        long repeated =
                delivered.values().stream().filter(one -> one.times().get() > 1).count();
        return "%,d delivered, lost 0, early 0, rolled back and delivered 0 of %,d, cancelled and delivered 0 of %,d, twice %,d,"
                        .formatted(owed.size(), rolledBack.size(), cancelled.size(), repeated)
                + " the latest after " + latest;
    }
}
