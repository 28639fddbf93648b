package org.delay.redisson.system;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Durations in order: what a report says of them. */
public record Lateness(List<Duration> sorted) {

    public static Lateness of(Collection<Duration> durations) {
        return new Lateness(durations.stream().sorted().toList());
    }

    public Duration percentile(double percent) {
        int rank = (int) Math.ceil(sorted.size() * percent / 100);
        return sorted.get(Math.max(0, rank - 1));
    }

    public Duration max() {
        return sorted.get(sorted.size() - 1);
    }

    @Override
    public String toString() {
        return sorted.isEmpty()
                ? "nothing"
                : String.format(
                        Locale.ROOT,
                        "p50 %s, p99 %s, max %s ms of %d",
                        millis(percentile(50)),
                        millis(percentile(99)),
                        millis(max()),
                        sorted.size());
    }

    public static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toNanos() / 1e6);
    }
}
