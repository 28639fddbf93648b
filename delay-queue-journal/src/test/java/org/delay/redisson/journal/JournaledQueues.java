package org.delay.redisson.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.QueueFactory;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Queues with a journal that relays, on a Redis and a database of their own. Each one opened is another application. */
final class JournaledQueues implements QueueFactory, AutoCloseable {

    private static final int SHARDS = 5;

    private final RedisServer redis = RedisServer.start();
    private final RedissonClient client;
    private final HikariDataSource database;
    private final Map<DelayQueueMessage, Journal> journals = new ConcurrentHashMap<>();

    JournaledQueues(Databases kind) {
        Config config = new Config().setNettyThreads(4).setThreads(2);
        config.useSingleServer()
                .setAddress(redis.uri())
                .setTimeout(15_000)
                .setConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1);
        client = Redisson.create(config);
        database = kind.empty(24);
        JournalSchema.of(database, JournalSchema.DEFAULT_PREFIX).create();
    }

    /** The journal extends Redis's last answer by its own clock, so an error is as long as that answer was under way. */
    @Override
    public Duration dueTimeError() {
        return Duration.ofMinutes(1);
    }

    @Override
    public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
        DelayQueueMessage bare = RedissonDelayQueue.on(client)
                .service(service)
                .shards(SHARDS)
                .limits(limits)
                .bodyConverter(converter)
                .build();
        JdbcJournalStore store = JdbcJournalStore.builder(database)
                .service(service)
                .instance(UUID.randomUUID().toString())
                .build();
        Journal journal = Journal.around(
                bare,
                () -> new JournalDatabase(store, database, new JdbcTransactionManager(database)),
                JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL).withLimits(limits));
        journal.start();
        journals.put(journal.queue(), journal);
        return journal.queue();
    }

    @Override
    public void close(DelayQueueMessage queue) {
        journals.remove(queue).close();
    }

    @Override
    public int shards() {
        return SHARDS;
    }

    @Override
    public void close() {
        client.shutdown();
        database.close();
        redis.close();
    }
}
