package org.delay.redisson.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;

/** Claims like one thread of an application: under one name, with increasing numbers. Not thread-safe. */
final class ClaimingThread {

    /** Lasts for the whole test. */
    static final Duration LONG = Duration.ofMinutes(5);

    private final DelayQueueMessage queue;
    private final String name = "claimer-" + UUID.randomUUID();
    private Duration lease = LONG;
    private int limit = ClaimLimit.MAX_MESSAGES;
    private long bytes = 2 << 20;
    private long number;

    ClaimingThread(DelayQueueMessage queue) {
        this.queue = queue;
    }

    ClaimingThread lease(Duration lease) {
        this.lease = lease;
        return this;
    }

    ClaimingThread limit(int limit) {
        this.limit = limit;
        return this;
    }

    ClaimingThread bytes(long bytes) {
        this.bytes = bytes;
        return this;
    }

    ClaimResult claim(int shard, String topic) {
        return claim(shard, topic, number + 1);
    }

    /** Repeats the last claim, as after a lost answer. */
    ClaimResult repeat(int shard, String topic) {
        return claim(shard, topic, number);
    }

    ClaimResult claim(int shard, String topic, long requestNumber) {
        number = Math.max(number, requestNumber);
        return queue.claim(
                new ClaimRequest(shard, topic, new ClaimId(name, requestNumber), lease, new ClaimLimit(limit, bytes)));
    }

    /** One claim from each shard. */
    List<LeasedMessage> claimFromAll(String topic) {
        List<LeasedMessage> held = new ArrayList<>();
        for (int shard = 0; shard < queue.shards(); shard++) {
            held.addAll(LeasedMessage.of(claim(shard, topic)));
        }
        return held;
    }
}
