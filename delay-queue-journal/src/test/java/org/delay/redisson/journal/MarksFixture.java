package org.delay.redisson.journal;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.ShardMark;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Applications whose calls fail where a test wants it, on H2. */
abstract class MarksFixture extends JournalFixture {

    static final Duration LONG = Duration.ofSeconds(90);

    HikariDataSource database;
    final Faults faults = new Faults();

    @BeforeEach
    void open() {
        database = database(Databases.H2, 8);
    }

    /** An application whose calls pass the faults. */
    App faulty() {
        DelayQueueMessage bare = redisQueue();
        JournalStore store = JdbcJournalStore.builder(database).service(service).build();
        RevisionedStore revisions =
                faults.around(RevisionedStore.class, bare.revisions().orElseThrow());
        DelayQueueMessage queue = new ForwardingDelayQueue(bare) {
            @Override
            public Optional<RevisionedStore> revisions() {
                return Optional.of(revisions);
            }
        };
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        JournalStore around = faults.around(JournalStore.class, store);
        Journal journal = closed(
                Journal.around(queue, () -> new JournalDatabase(around, database, manager), JournalSettings.DEFAULTS));
        var unused = bare.revisions().orElseThrow().prepare(message("any", LATER));
        return new App(bare, journal, store, manager).started();
    }

    static void send(App app, String prefix, int count) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message(prefix + i, LATER));
        }
        app.queue().schedule(messages);
    }

    static void awaitMarkAbove(App app, long mark) {
        await().atMost(LONG)
                .until(() -> app.store().backlog().pending() == 0
                        && mark(app).mark() > mark
                        && app.redis().revisions().orElseThrow().mark(0).mark() > mark);
    }

    static ShardMark mark(App app) {
        return app.store().marks().stream().findFirst().orElse(ShardMark.unraised(0));
    }
}
