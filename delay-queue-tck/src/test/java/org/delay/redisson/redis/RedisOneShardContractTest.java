package org.delay.redisson.redis;

import org.delay.redisson.tck.DelayQueueContract;
import org.delay.redisson.tck.QueueFactory;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.api.RedissonClient;

class RedisOneShardContractTest extends DelayQueueContract {

    private static RedisServer server;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        server.close();
    }

    @Override
    protected QueueFactory queues() {
        return new RedisQueues(client, 1);
    }
}
