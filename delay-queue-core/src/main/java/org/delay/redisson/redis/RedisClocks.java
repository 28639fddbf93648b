package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import lombok.extern.slf4j.Slf4j;

/** The clocks of a service's Redis: one for each shard, since those of a Cluster are on several servers. */
@Slf4j
final class RedisClocks {

    /** Clocks are adjusted by less all the time, and a promoted replica differs slightly from its master. */
    private static final Duration NOTEWORTHY = Duration.ofSeconds(1);

    /** Stands for the service's own keys. */
    private static final int SERVICE = -1;

    private final ConcurrentMap<Integer, RedisClock> clocks = new ConcurrentHashMap<>();
    private final AtomicBoolean warned = new AtomicBoolean();

    RedisClock ofShard(int shard) {
        return clocks.computeIfAbsent(shard, unknown -> new RedisClock(this::putBack));
    }

    RedisClock ofService() {
        return ofShard(SERVICE);
    }

    /** How far the clock that is furthest behind is behind the time that it had passed before it was set back. */
    Duration behind() {
        long now = System.nanoTime();
        return clocks.values().stream()
                .map(clock -> noteworthy(clock.behind(now)))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** The least time that a shard's clock would show if it had not been set back; 0 if it was not, or has caught up. */
    long withoutPuttingBack(int shard) {
        long now = System.nanoTime();
        RedisClock clock = ofShard(shard);
        return noteworthy(clock.behind(now)).isZero() ? 0 : clock.withoutPuttingBack(now);
    }

    private static Duration noteworthy(Duration by) {
        return by.compareTo(NOTEWORTHY) >= 0 ? by : Duration.ZERO;
    }

    private void putBack(Duration by) {
        if (!noteworthy(by).isZero() && warned.compareAndSet(false, true)) {
            log.warn(
                    "Redis's clock was set back by {} ms. Messages that were due wait until it has caught"
                            + " up. Use NTP to keep the clocks of Redis servers in sync by slewing, not stepping",
                    by.toMillis());
        }
    }
}
