package org.delay.redisson.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.Redisson;
import org.redisson.config.Config;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application that sends in transactions and delivers, until it is killed at a step. Its table {@code placed} has what it
 * committed, and {@code handled} what it delivered. Arguments: Redis, database, service, step, and BEFORE or AFTER.
 */
final class DyingMain {

    static final int HALTED = 42;
    static final Duration LEASE = Duration.ofSeconds(3);

    /** The step is done so often before it is the last. */
    private static final int TIMES = 5;

    enum Step {
        COMMIT("commit"),
        RELAY("relay"),
        CONFIRM("relayed"),
        END("end"),
        ACK("ack");

        private final String method;

        Step(String method) {
            this.method = method;
        }
    }

    private final Step step;
    private final boolean before;
    private final AtomicInteger times = new AtomicInteger();

    private DyingMain(Step step, boolean before) {
        this.step = step;
        this.before = before;
    }

    public static void main(String[] arguments) {
        new DyingMain(Step.valueOf(arguments[3]), arguments[4].equals("BEFORE"))
                .run(arguments[0], arguments[1], arguments[2]);
    }

    /** What happens at the step happens to the whole process: it is halted, as by SIGKILL. */
    private void halt(Step here, boolean isBefore) {
        if (here == step && isBefore == before && times.incrementAndGet() == TIMES) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    private void run(String redis, String url, String service) {
        Config config = new Config();
        config.useSingleServer().setAddress(redis).setConnectionMinimumIdleSize(1);
        DelayQueueMessage bare = RedissonDelayQueue.on(Redisson.create(config))
                .service(service)
                .bodyConverter(new FastjsonBodyConverter())
                .build();
        HikariDataSource database = Databases.pool(url, 8);
        JournalStore store = watched(
                JournalStore.class,
                JdbcJournalStore.builder(database).service(service).build());
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        Journal journal = Journal.around(
                watched(bare),
                () -> new JournalDatabase(store, database, manager),
                JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL));
        journal.start();
        JdbcTemplate sql = new JdbcTemplate(database);
        deliver(journal.queue(), sql);
        DelayQueueMessageProducer producer = new DelayQueueMessageProducer(journal.queue());
        TransactionTemplate transaction = new TransactionTemplate(manager);
        for (int i = 0; ; i++) {
            String id = "m-" + i;
            transaction.executeWithoutResult(status -> {
                sql.update("insert into placed values (?, ?)", id, System.currentTimeMillis());
                producer.sendMessage(JournalFixture.message(id, Duration.ZERO));
                haltsAroundTheCommit();
            });
            producer.sendMessage(JournalFixture.message("direct-" + i, Duration.ZERO));
        }
    }

    private void haltsAroundTheCommit() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCompletion() {
                halt(Step.COMMIT, true);
            }

            @Override
            public void afterCommit() {
                halt(Step.COMMIT, false);
            }
        });
    }

    private DelayQueueMessage watched(DelayQueueMessage bare) {
        RevisionedStore revisions =
                watched(RevisionedStore.class, bare.revisions().orElseThrow());
        DelayQueueMessage calls = watched(DelayQueueMessage.class, bare);
        return new ForwardingDelayQueue(calls) {
            @Override
            public Optional<RevisionedStore> revisions() {
                return Optional.of(revisions);
            }
        };
    }

    private <T> T watched(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            boolean isStep = method.getName().equals(step.method);
            if (isStep) {
                halt(step, true);
            }
            try {
                return method.invoke(target, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                if (isStep) {
                    halt(step, false);
                }
            }
        }));
    }

    private static void deliver(DelayQueueMessage queue, JdbcTemplate sql) {
        DispatchEngine.builder(queue, new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        handled(sql, messages);
                    }
                })
                .converter(new FastjsonBodyConverter())
                .settings(DispatchSettings.builder().lease(LEASE).build())
                .build()
                .start();
    }

    static void handled(JdbcTemplate sql, List<DelayedMessage> messages) {
        long now = System.currentTimeMillis();
        messages.forEach(message -> sql.update("insert into handled values (?, ?)", message.id(), now));
    }
}
