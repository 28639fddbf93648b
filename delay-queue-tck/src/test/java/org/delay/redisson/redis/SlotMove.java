package org.delay.redisson.redis;

import java.util.List;
import org.delay.redisson.tck.server.RedisServer;

/** One slot on its way from its master to another, in the steps that redis-cli makes as well. */
public record SlotMove(String slot, RedisServer from, RedisServer to) {

    /** Of the slot of a key; nothing has happened yet. */
    public static SlotMove of(Cluster cluster, String key) {
        RedisServer from = cluster.masterOf(key);
        return new SlotMove(String.valueOf(cluster.slotOf(key)), from, cluster.otherMasterThan(from));
    }

    /** From now on keys may be on either side. */
    public void begin() {
        RedisCli.once(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", Cluster.id(from));
        RedisCli.once(from, "CLUSTER", "SETSLOT", slot, "MIGRATING", Cluster.id(to));
    }

    /** The keys that have not moved. */
    public List<String> keys() {
        try (RedisCli cli = RedisCli.of(from)) {
            return cli.list("CLUSTER", "GETKEYSINSLOT", slot, "1000");
        }
    }

    /** Moves one key; one that is gone meanwhile is none. */
    public void move(String key) {
        RedisCli.once(from, "MIGRATE", "127.0.0.1", String.valueOf(to.port()), key, "0", "5000");
    }

    /** The slot is the other master's. */
    public void end() {
        RedisCli.once(to, "CLUSTER", "SETSLOT", slot, "NODE", Cluster.id(to));
        RedisCli.once(from, "CLUSTER", "SETSLOT", slot, "NODE", Cluster.id(to));
    }
}
