package org.delay.redisson.benchmark.fleet;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.delay.redisson.DispatchOperations.ClaimResult;

/** How often the instances have called each method of their queue, and how many claims found nothing. Safe for many threads. */
final class Calls {

    private static final String EMPTY_CLAIMS = "empty claims";

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void count(String method, Object answer) {
        add(method);
        if (answer instanceof ClaimResult claim && claim.messages().isEmpty()) {
            add(EMPTY_CLAIMS);
        }
    }

    private void add(String name) {
        counts.computeIfAbsent(name, none -> new LongAdder()).increment();
    }

    Map<String, Long> now() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((name, count) -> all.put(name, count.sum()));
        return all;
    }

    /** The calls since an earlier moment, as text, each by a divisor. */
    String since(Map<String, Long> before, double divisor) {
        StringBuilder text = new StringBuilder();
        for (String name : new String[] {"poll", "claim", EMPTY_CLAIMS, "ack", "heartbeat", "leave", "shards"}) {
            long count = now().getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
            text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(Numbers.text(count / divisor));
        }
        return text.toString();
    }
}
