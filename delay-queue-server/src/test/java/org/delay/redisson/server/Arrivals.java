package org.delay.redisson.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What clients have received, and how late. Safe for use by many threads. */
final class Arrivals {

    private final List<String> ids = new ArrayList<>();
    private final List<Long> millis = new ArrayList<>();

    synchronized void add(JsonNode message) {
        ids.add(message.get("id").stringValue());
        millis.add(Duration.between(Instant.parse(message.get("dueTime").stringValue()), Instant.now())
                .toMillis());
    }

    synchronized int number() {
        return ids.size();
    }

    synchronized List<String> ids() {
        return List.copyOf(ids);
    }

    synchronized long early() {
        return millis.stream().filter(late -> late < 0).count();
    }

    @Override
    public synchronized String toString() {
        List<Long> sorted = millis.stream().sorted().toList();
        return "lateness p50 " + sorted.get(sorted.size() / 2) + " ms, p99 " + sorted.get(sorted.size() * 99 / 100)
                + " ms";
    }
}
