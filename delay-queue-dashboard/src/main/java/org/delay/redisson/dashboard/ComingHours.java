package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Load;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.LoadScale;
import org.delay.redisson.operations.QueueReports;

/** What falls due in the next hour, topic by topic. Counted again after ten seconds, as its bars hardly change sooner. Safe for use by many threads. */
@RequiredArgsConstructor
final class ComingHours {

    private static final long FRESH = Duration.ofSeconds(10).toNanos();

    private static final int MOST = 1_000;

    private final QueueReports reports;

    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > MOST;
        }
    };

    /** A load and when it was asked for, by {@link System#nanoTime()}. */
    private record Known(Load load, long nanoTime) {}

    /** The load of each of these topics. */
    synchronized Map<String, Load> of(List<String> topics) {
        Map<String, Load> loads = new LinkedHashMap<>();
        topics.forEach(topic -> loads.put(topic, of(topic)));
        return loads;
    }

    private Load of(String topic) {
        long now = System.nanoTime();
        Known last = known.get(topic);
        if (last == null || now - last.nanoTime() > FRESH) {
            Load load = reports.load(Access.READ_ONLY, topic, LoadScale.GLANCE, Duration.ZERO)
                    .load();
            last = new Known(load, now);
            known.put(topic, last);
        }
        return last.load();
    }
}
