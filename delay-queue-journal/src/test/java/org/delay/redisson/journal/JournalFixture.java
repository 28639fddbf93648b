package org.delay.redisson.journal;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** A service with a journal on a real Redis and a real database. Several applications may share them. */
abstract class JournalFixture {

    static final String TOPIC = "orders";
    static final Duration LATER = Duration.ofHours(1);

    final String service = "s-" + UUID.randomUUID();
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Of this test alone, so that tests may run side by side, whatever they do to it. */
    RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.start();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        redis.close();
    }

    <T extends AutoCloseable> T closed(T resource) {
        opened.add(resource);
        return resource;
    }

    /** An empty database with the journal's tables. */
    HikariDataSource database(Databases kind, int connections) {
        HikariDataSource database = closed(kind.empty(connections));
        JournalSchema.of(database, JournalSchema.DEFAULT_PREFIX).create();
        return database;
    }

    /** Where applications find Redis. */
    String address() {
        return redis.uri();
    }

    int shards() {
        return 1;
    }

    RedissonDelayQueue redisQueue() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(address())
                .setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setRetryAttempts(0)
                .setTimeout(10_000);
        RedissonClient client = Redisson.create(config);
        closed(client::shutdown);
        BodyConverter converter = new FastjsonBodyConverter();
        return RedissonDelayQueue.on(client)
                .service(service)
                .shards(shards())
                .bodyConverter(converter)
                .build();
    }

    /** An application that does not relay yet. */
    App app(HikariDataSource database, JournalSettings settings) {
        return app(database, settings, store -> store);
    }

    App app(HikariDataSource database, JournalSettings settings, UnaryOperator<JournalStore> around) {
        return app(redisQueue(), database, settings, around);
    }

    App app(
            DelayQueueMessage bare,
            HikariDataSource database,
            JournalSettings settings,
            UnaryOperator<JournalStore> around) {
        JournalStore store = around.apply(JdbcJournalStore.builder(database)
                .service(service)
                .instance("test")
                .build());
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        Journal journal = Journal.around(bare, () -> new JournalDatabase(store, database, manager), settings);
        App app = new App(bare, journal, store, manager);
        closed(journal);
        // Redis's clock is known from here on.
        var unused = bare.revisions().orElseThrow().prepare(message("any", LATER));
        return app;
    }

    App app(HikariDataSource database) {
        return app(database, JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL));
    }

    static OutgoingMessage message(String id, Duration delay) {
        return OutgoingMessage.to(TOPIC)
                .id(id)
                .body("body of " + id)
                .delay(delay)
                .build();
    }

    /** @param redis the store without the journal */
    record App(DelayQueueMessage redis, Journal journal, JournalStore store, JdbcTransactionManager manager) {

        DelayQueueMessage queue() {
            return journal.queue();
        }

        DelayQueueMessageProducer producer() {
            return new DelayQueueMessageProducer(journal.queue());
        }

        App started() {
            journal.start();
            return this;
        }

        Receipt send(String id, Duration delay) {
            return producer().sendMessage(message(id, delay));
        }

        void inTransaction(Consumer<TransactionStatus> work) {
            new TransactionTemplate(manager).executeWithoutResult(work);
        }

        void inNewTransaction(Consumer<TransactionStatus> work) {
            TransactionTemplate inner = new TransactionTemplate(manager);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            inner.executeWithoutResult(work);
        }

        boolean isInRedis(String id) {
            return redis.find(TOPIC, id).isPresent();
        }

        void awaitInRedis(String id) {
            await().atMost(Duration.ofMinutes(2)).until(() -> isInRedis(id));
        }

        /** Those of which the database knows that they were delivered. */
        Set<String> delivered() {
            RowFilter filter = RowFilter.ALL.state(MessageState.DELIVERED);
            Set<String> ids = new HashSet<>();
            MessageKey after = null;
            do {
                RowPage page = store.page(filter, after, 1_000);
                page.rows().forEach(row -> ids.add(row.key().id()));
                after = page.next();
            } while (after != null);
            return ids;
        }

        MessageState state(String id) {
            return journal.operations()
                    .find(TOPIC, id)
                    .orElseThrow()
                    .row()
                    .version()
                    .state();
        }
    }
}
