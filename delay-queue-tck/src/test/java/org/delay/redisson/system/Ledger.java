package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Receipt;

/**
 * What went in and what came out. Kept in the test's JVM, which nobody kills. Redis runs on the same machine, so its
 * clock is ours. Safe for use by many threads.
 */
final class Ledger implements Book {

    private static final Duration POLL = Duration.ofMillis(20);

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> deliveries = new ConcurrentHashMap<>();
    private final Map<String, Instant> dueTimes = new ConcurrentHashMap<>();
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger arrived = new AtomicInteger();

    /** One delivery. */
    record Arrival(String id, Instant at, Instant due, int attempt) {

        Duration lateness() {
            return Duration.between(due, at);
        }
    }

    @Override
    public void accepted(Collection<Receipt> receipts) {
        receipts.forEach(receipt -> {
            dueTimes.put(receipt.id(), receipt.dueTime());
            accepted.add(receipt.id());
        });
    }

    /** A message that somebody else had accepted. */
    void accepted(String id) {
        accepted.add(id);
    }

    void arrived(DelayedMessage message) {
        arrived(message.id(), Instant.now(), message.dueTime(), message.attempt());
    }

    @Override
    public void arrived(String id, Instant at, Instant due, int attempt) {
        arrivals.add(new Arrival(id, at, due, attempt));
        deliveries.computeIfAbsent(id, none -> new AtomicInteger()).incrementAndGet();
        arrived.incrementAndGet();
    }

    int acceptedSoFar() {
        return accepted.size();
    }

    /** Deliveries, repeated ones too. */
    int arrivedSoFar() {
        return arrived.get();
    }

    int deliveriesOf(String id) {
        AtomicInteger number = deliveries.get(id);
        return number == null ? 0 : number.get();
    }

    List<Arrival> arrivals() {
        return List.copyOf(arrivals);
    }

    /** Messages that were accepted and have not arrived. */
    List<String> missing() {
        return accepted.stream().filter(id -> !deliveries.containsKey(id)).toList();
    }

    /** How many deliveries were not the first of their message. */
    int duplicates() {
        return deliveries.values().stream().mapToInt(number -> number.get() - 1).sum();
    }

    /** Deliveries before the due time that the message tells, or that the sender was told. */
    List<Arrival> early() {
        return arrivals.stream()
                .filter(arrival -> {
                    Instant at = arrival.at().truncatedTo(ChronoUnit.MILLIS);
                    return at.isBefore(arrival.due())
                            || at.isBefore(dueTimes.getOrDefault(arrival.id(), Instant.EPOCH));
                })
                .toList();
    }

    void awaitArrivals(int number, Duration timeout) {
        await("for " + number + " deliveries")
                .pollInterval(POLL)
                .atMost(timeout)
                .until(() -> arrivedSoFar() >= number);
    }

    /** Waits until everything that was accepted has arrived, and checks that nothing was early. */
    void awaitComplete(Duration timeout) {
        await("for all that was accepted")
                .pollInterval(POLL)
                .atMost(timeout)
                .untilAsserted(() ->
                        assertThat(missing()).as("accepted and not arrived").isEmpty());
        assertThat(early()).as("early").isEmpty();
    }

    Lateness lateness() {
        return lateness(arrival -> true);
    }

    Lateness lateness(Predicate<Arrival> which) {
        return Lateness.of(
                arrivals.stream().filter(which).map(Arrival::lateness).toList());
    }
}
