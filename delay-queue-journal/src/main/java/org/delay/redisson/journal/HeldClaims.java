package org.delay.redisson.journal;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.ShardState;
import org.jspecify.annotations.Nullable;

/**
 * Puts claimed messages back that must not be delivered now: they keep their order and attempts. Their topic is claimed again after a
 * while, so no worker waits. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class HeldClaims {

    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final DelayQueueMessage queue;

    /** The claim with the messages that the journal does not know. */
    ClaimResult putBack(ClaimResult claim) {
        List<Claimed> others = claim.messages().stream()
                .filter(claimed -> claimed.revision() == 0)
                .toList();
        Set<String> ids = new HashSet<>();
        claim.messages().forEach(claimed -> ids.add(claimed.message().id()));
        others.forEach(claimed -> ids.remove(claimed.message().id()));
        try {
            var unused = queue.release(claim.lease(), ids, Duration.ZERO, false);
            queue.defer(claim.lease().shard(), claim.lease().topic(), AGAIN);
        } catch (DelayQueueException e) {
            log.debug("Messages that must not be delivered now wait until their lease ends", e);
        }
        return new ClaimResult(claim.stale(), claim.lease(), others, later(claim));
    }

    private static ShardState later(ClaimResult claim) {
        ShardState state = claim.state();
        long again = state.now() / 1_000 + AGAIN.toMillis();
        @Nullable Long next = state.next();
        return new ShardState(
                state.now(),
                state.due().stream()
                        .filter(topic -> !topic.equals(claim.lease().topic()))
                        .toList(),
                next == null ? again : Math.min(next, again));
    }
}
