package org.delay.redisson.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ClaimRequest;

/** Claims as one thread of an application does: under one name, with growing numbers. For one thread. */
final class ClaimingThread {

    /** Stands for the whole of a test. */
    static final Duration LONG = Duration.ofMinutes(5);

    private final DelayQueueMessage queue;
    private final String name = "claimer-" + UUID.randomUUID();
    private Duration lease = LONG;
    private int limit = ClaimRequest.MAX_LIMIT;
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

    Claim claim(int shard, String topic) {
        return claim(shard, topic, number + 1);
    }

    /** Asks again, as after an answer that was lost. */
    Claim repeat(int shard, String topic) {
        return claim(shard, topic, number);
    }

    Claim claim(int shard, String topic, long requestNumber) {
        number = Math.max(number, requestNumber);
        return queue.claim(new ClaimRequest(shard, topic, name, requestNumber, lease, limit, bytes));
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
