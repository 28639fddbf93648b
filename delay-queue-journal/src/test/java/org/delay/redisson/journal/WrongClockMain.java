package org.delay.redisson.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.Redisson;
import org.redisson.config.Config;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application that sends and delivers, until it is killed. Its table {@code owed} has what it sent and when that is due,
 * {@code handled} what it delivered and when, and {@code clocks} what it takes for the time. Arguments: Redis, database, service, and its
 * name.
 */
final class WrongClockMain {

    static final int MESSAGES = 20;

    private static final String NOW = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

    private WrongClockMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Config config = new Config();
        config.useSingleServer().setAddress(arguments[0]).setConnectionMinimumIdleSize(1);
        DelayQueueMessage bare = RedissonDelayQueue.on(Redisson.create(config))
                .service(arguments[2])
                .bodyConverter(new FastjsonBodyConverter())
                .build();
        HikariDataSource database = Databases.pool(arguments[1], 8);
        JdbcTemplate sql = new JdbcTemplate(database);
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        Journal journal = Journal.around(
                bare,
                () -> new JournalDatabase(
                        JdbcJournalStore.builder(database).service(arguments[2]).build(), database, manager),
                JournalSettings.DEFAULTS);
        journal.start();
        var unused = bare.revisions().orElseThrow().prepare(JournalFixture.message("any", JournalFixture.LATER));
        sql.update("insert into clocks values (?, ? - " + NOW + ")", arguments[3], System.currentTimeMillis());
        engine(journal.queue(), sql).start();
        DelayQueueMessageProducer producer = new DelayQueueMessageProducer(journal.queue());
        TransactionTemplate transaction = new TransactionTemplate(manager);
        for (int i = 0; i < MESSAGES; i++) {
            String id = arguments[3] + "-" + i;
            Duration delay = Duration.ofMillis(200L * i);
            transaction.executeWithoutResult(status -> owe(sql, producer, "in-" + id, delay));
            owe(sql, producer, "out-" + id, delay);
            owe(sql, producer, "moved-" + id, JournalFixture.LATER);
            var unusedResult = journal.queue().reschedule(JournalFixture.TOPIC, "moved-" + id, delay);
        }
        Thread.currentThread().join();
    }

    private static void owe(JdbcTemplate sql, DelayQueueMessageProducer producer, String id, Duration delay) {
        Receipt receipt = producer.sendMessage(JournalFixture.message(id, delay));
        boolean moves = delay.equals(JournalFixture.LATER);
        sql.update(
                "insert into owed values (?, ?)",
                id,
                moves ? 0 : receipt.dueTime().toEpochMilli());
    }

    private static DispatchEngine engine(DelayQueueMessage queue, JdbcTemplate sql) {
        return DispatchEngine.builder(queue, new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(
                                message -> sql.update("insert into handled values (?, " + NOW + ")", message.id()));
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
    }
}
