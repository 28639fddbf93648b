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

    /** Clocks are set right by less all the time, and a replica that takes over is not quite as its master was. */
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

    /** How far the one that is furthest behind is from the time that it had passed before it was put back. */
    Duration behind() {
        long now = System.nanoTime();
        return clocks.values().stream()
                .map(clock -> noteworthy(clock.behind(now)))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** What a shard's clock would say at least if nobody had put it back; 0 where nobody has, or it has caught up. */
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
                    "Redis's clock went back by {} ms; messages that were due before wait until it has caught up. Set the"
                            + " clocks of Redis servers by NTP, without steps",
                    by.toMillis());
        }
    }
}
