package org.delay.redisson.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.Redisson;
import org.redisson.config.Config;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * An operator's bulk redrive that is killed when it has told Redis of some. Arguments: Redis, database, service, and of how many it
 * tells Redis.
 */
final class DyingRedriveMain {

    static final int HALTED = 42;

    private DyingRedriveMain() {}

    public static void main(String[] arguments) {
        Config config = new Config();
        config.useSingleServer().setAddress(arguments[0]).setConnectionMinimumIdleSize(1);
        DelayQueueMessage bare = RedissonDelayQueue.on(Redisson.create(config))
                .service(arguments[2])
                .bodyConverter(new FastjsonBodyConverter())
                .build();
        HikariDataSource database = Databases.pool(arguments[1], 4);
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        JournalStore store =
                JdbcJournalStore.builder(database).service(arguments[2]).build();
        RevisionedStore dying = dying(bare.revisions().orElseThrow(), Integer.parseInt(arguments[3]));
        Journal journal = Journal.around(
                new ForwardingDelayQueue(bare) {
                    @Override
                    public Optional<RevisionedStore> revisions() {
                        return Optional.of(dying);
                    }
                },
                () -> new JournalDatabase(store, database, manager),
                JournalSettings.DEFAULTS);
        var unused = journal.queue().redriveDead(DeadLetterFilter.of(JournalFixture.TOPIC));
    }

    private static RevisionedStore dying(RevisionedStore revisions, int redrives) {
        AtomicInteger left = new AtomicInteger(redrives);
        return (RevisionedStore) Proxy.newProxyInstance(
                DyingRedriveMain.class.getClassLoader(),
                new Class<?>[] {RevisionedStore.class},
                (self, method, args) -> {
                    if (method.getName().equals("redrive") && left.getAndDecrement() == 0) {
                        Runtime.getRuntime().halt(HALTED);
                    }
                    try {
                        return method.invoke(revisions, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
