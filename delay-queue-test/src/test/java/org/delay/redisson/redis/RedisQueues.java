package org.delay.redisson.redis;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.test.QueueFactory;
import org.redisson.api.RedissonClient;

/** Queues of one client. */
record RedisQueues(RedissonClient client, int shards) implements QueueFactory {

    @Override
    public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
        return RedissonDelayQueue.on(client)
                .service(service)
                .shards(shards)
                .limits(limits)
                .bodyConverter(converter)
                .build();
    }
}
