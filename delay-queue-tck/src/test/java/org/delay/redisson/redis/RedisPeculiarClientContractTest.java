package org.delay.redisson.redis;

import org.delay.redisson.tck.DelayQueueContract;
import org.delay.redisson.tck.QueueFactory;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;
import org.redisson.config.ReadMode;

/**
 * A client that maps names, would read from a replica, and has a codec that reads whatever is there; and sends that wait
 * for the replica.
 */
class RedisPeculiarClientContractTest extends DelayQueueContract {

    private static RedisServer master;
    private static RedisServer replica;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        master = RedisServer.start();
        replica = RedisServer.builder()
                .config("replicaof 127.0.0.1 " + master.port())
                .start();
        Steps.awaiting().until(() -> Replication.isInStep(replica));
        Config config = Clients.small().setCodec(new Kryo5Codec()).setNameMapper(new Prefix("tenant-7/"));
        config.useMasterSlaveServers()
                .setMasterAddress(master.uri())
                .addSlaveAddress(replica.uri())
                .setReadMode(ReadMode.SLAVE)
                .setTimeout(Clients.PATIENCE);
        client = Redisson.create(config);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        replica.close();
        master.close();
    }

    @Override
    protected QueueFactory queues() {
        return new RedisQueues(client, 2, 1);
    }

    private record Prefix(String prefix) implements NameMapper {

        @Override
        public String map(String name) {
            return prefix + name;
        }

        @Override
        public String unmap(String name) {
            return name.substring(prefix.length());
        }
    }
}
