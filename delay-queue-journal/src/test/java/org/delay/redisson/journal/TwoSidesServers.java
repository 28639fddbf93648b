package org.delay.redisson.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.util.HashMap;
import java.util.Map;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;
import org.springframework.jdbc.core.JdbcTemplate;

/** A Redis and a database which lose what they had, as a whole. */
final class TwoSidesServers implements AutoCloseable {

    private final RedisServer redis = RedisServer.start();
    private final RedissonClient client;
    final HikariDataSource database = Databases.H2.empty(6);
    private final JdbcTemplate sql = new JdbcTemplate(database);

    TwoSidesServers() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri()).setConnectionMinimumIdleSize(1);
        client = Redisson.create(config);
        JournalSchema.of(database, JournalSchema.DEFAULT_PREFIX).create();
        sql.execute("create table backup_message as select * from delay_message");
    }

    RedissonDelayQueue queue(String service) {
        BodyConverter converter = new FastjsonBodyConverter();
        return RedissonDelayQueue.on(client)
                .service(service)
                .bodyConverter(converter)
                .build();
    }

    void flush() {
        client.getKeys().flushall();
    }

    Map<String, byte[]> snapshot() {
        Map<String, byte[]> all = new HashMap<>();
        client.getKeys().getKeys().forEach(key -> {
            byte[] value = client.getBucket(key, ByteArrayCodec.INSTANCE).dump();
            if (value != null) {
                all.put(key, value);
            }
        });
        return all;
    }

    void load(Map<String, byte[]> snapshot) {
        flush();
        snapshot.forEach(
                (key, value) -> client.getBucket(key, ByteArrayCodec.INSTANCE).restore(value));
    }

    void backup() {
        sql.execute("delete from backup_message");
        sql.execute("insert into backup_message select * from delay_message");
    }

    void setBack() {
        sql.execute("delete from delay_message");
        sql.execute("insert into delay_message select * from backup_message");
    }

    void empty() {
        flush();
        sql.execute("delete from delay_message");
        sql.execute("delete from backup_message");
    }

    @Override
    public void close() {
        client.shutdown();
        database.close();
        redis.close();
    }
}
