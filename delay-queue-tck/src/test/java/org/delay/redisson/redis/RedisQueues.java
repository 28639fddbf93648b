package org.delay.redisson.redis;

import java.time.Duration;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.tck.QueueFactory;
import org.redisson.api.RedissonClient;

/** Queues of one client. */
record RedisQueues(RedissonClient client, int shards, int minReplicas) implements QueueFactory {

    private static final Duration WAIT = Duration.ofSeconds(10);

    RedisQueues(RedissonClient client, int shards) {
        this(client, shards, 0);
    }

    @Override
    public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
        return RedissonDelayQueue.on(client)
                .service(service)
                .shards(shards)
                .minReplicas(minReplicas, WAIT)
                .limits(limits)
                .bodyConverter(converter)
                .build();
    }
}
