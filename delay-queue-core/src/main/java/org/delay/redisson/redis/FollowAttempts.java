package org.delay.redisson.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;

/**
 * When to try again to follow a shard: a Redis that refuses is asked ever more rarely, at least once a minute. Guarded by its
 * owner's lock.
 */
@Slf4j
final class FollowAttempts {

    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
    private static final int MAX_DOUBLINGS = 7;
    private static final int WORTH_A_WARNING = 3;

    private final Map<Integer, Failures> failures = new HashMap<>();
    private boolean warned;

    private record Failures(int number, long retryAt) {}

    /** Whether the last attempt worked, or is long enough ago. */
    boolean mayTry(int shard) {
        Failures failed = failures.get(shard);
        return failed == null || System.nanoTime() - failed.retryAt >= 0;
    }

    void worked(int shard) {
        failures.remove(shard);
    }

    /** Redis 6.2 has no sharded channels, which is no reason to warn; nor is a fault that is soon over. */
    void failed(int shard, Throwable thrown) {
        Failures before = failures.get(shard);
        int number = before == null ? 1 : Math.min(MAX_DOUBLINGS, before.number + 1);
        long backoff = FIRST_BACKOFF.toNanos() << (number - 1);
        failures.put(shard, new Failures(number, System.nanoTime() + backoff));
        String reason = String.valueOf(RedisFailure.of(thrown).getMessage());
        log.debug("Wake-ups of shard {} are heard on the common channel: {}", shard, reason);
        if (number == WORTH_A_WARNING && !warned && !reason.contains("unknown command")) {
            warned = true;
            log.warn(
                    "The wake-up channels of shards can't be used, so each wake-up goes to all instances. Messages are"
                            + " not late, but Redis has more work. If the user lacks the permission, grant what"
                            + " docs/storage.md lists under 'Access': {}",
                    reason);
        }
    }
}
