package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Sends while the database does not answer. */
class BypassTest extends JournalFixture {

    private MayRefuse database;
    private JournalStore store;
    private JdbcTransactionManager manager;
    private RedissonDelayQueue bare;

    @BeforeEach
    void open() {
        HikariDataSource pool = database(Databases.H2, 4);
        database = new MayRefuse(pool);
        store = JdbcJournalStore.builder(database).service(service).build();
        manager = new JdbcTransactionManager(database);
        bare = redisQueue();
        var unused = bare.revisions().orElseThrow().prepare(message("any", LATER));
    }

    private Journal journal(WhenDown whenDown) {
        return closed(Journal.around(
                bare,
                () -> new JournalDatabase(store, database, manager),
                JournalSettings.DEFAULTS.withWhenDown(whenDown)));
    }

    private static Receipt send(Journal journal, String id) {
        return journal.queue().schedule(List.of(message(id, LATER))).get(0);
    }

    @Test
    void byDefaultASendIsRefused() {
        Journal journal = journal(WhenDown.REFUSE);
        database.refuses = true;

        assertThatThrownBy(() -> send(journal, "a")).isInstanceOf(NotRecorded.class);

        assertThat(bare.counts(TOPIC).due()).isZero();
    }

    @Test
    void changesAreRefusedInTheWordsOfTheQueue() {
        Journal journal = journal(WhenDown.BYPASS);
        send(journal, "a");
        database.refuses = true;

        assertThatThrownBy(() -> journal.queue().reschedule(TOPIC, "a", LATER)).isInstanceOf(NotRecorded.class);
        assertThatThrownBy(() -> journal.queue().cancel(TOPIC, "a")).isInstanceOf(NotRecorded.class);

        assertThat(bare.counts(TOPIC).due()).isOne();
    }

    @Test
    void aSendMayGoToRedisOnly() {
        Journal journal = journal(WhenDown.BYPASS);
        try (ThreadLog log = ThreadLog.of(Bypass.class)) {
            send(journal, "before");
            database.refuses = true;
            for (int i = 0; i < 5; i++) {
                assertThat(send(journal, "m-" + i).outcome()).isEqualTo(Outcome.SCHEDULED);
            }
            assertThat(log.events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.getFormattedMessage())
                            .contains(
                                    "'delay.redisson.journal.when-down' is 'bypass'", "A restore does not know them"));
        }

        assertThat(bare.counts(TOPIC).due()).isEqualTo(6);
        assertThat(journal.operations().status().bypassed()).isEqualTo(5);

        database.refuses = false;
        // Not tried for some seconds after it has failed.
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            send(journal, "after");
            assertThat(journal.operations().find(TOPIC, "after")).isPresent();
        });
        assertThat(journal.operations().find(TOPIC, "m-0")).isEmpty();
    }

    /** A pool may wait for half a minute. */
    @Test
    void notEachSendWaitsForTheDatabase() {
        Journal journal = journal(WhenDown.BYPASS);
        database.refuses = true;
        send(journal, "first");
        int asked = database.asked.get();

        for (int i = 0; i < 20; i++) {
            send(journal, "m-" + i);
        }

        assertThat(database.asked.get() - asked).isLessThan(4);
    }

    @Test
    void aSendInATransactionIsRefusedInAnyCase() {
        Journal journal = journal(WhenDown.BYPASS);
        database.refuses = true;

        assertThatThrownBy(() -> new TransactionTemplate(manager).executeWithoutResult(status -> send(journal, "a")))
                .isInstanceOf(TransactionException.class);

        assertThat(bare.counts(TOPIC).due()).isZero();
    }

    /** What the database refuses for another reason is the sender's fault. */
    @Test
    void aRowThatIsRefusedIsNotSent() {
        Journal journal = journal(WhenDown.BYPASS);
        new JdbcTemplate(database).execute("alter table delay_message add check (id <> 'refused')");

        assertThatThrownBy(() -> send(journal, "refused")).isInstanceOf(NotRecorded.class);

        assertThat(journal.operations().status().bypassed()).isZero();
    }

    /** The message that took the place of a recorded one is the later one. */
    @Test
    void aRestoreLeavesWhatWasSentPastTheJournal() {
        Journal journal = journal(WhenDown.BYPASS);
        journal.start();
        send(journal, "a");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> journal.operations().backlog().pending() == 0);
        database.refuses = true;
        journal.queue()
                .schedule(List.of(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("later")
                        .delay(LATER)
                        .build()));
        database.refuses = false;

        RestoreReport report = journal.operations().restore(RestoreRequest.ALL, progress -> {});

        assertThat(report.missing()).isZero();
        assertThat(bare.find(TOPIC, "a").orElseThrow().message().body()).isEqualTo("later");
        assertThat(bare.revisions()
                        .orElseThrow()
                        .locate(List.of(new RevisionedStore.MessageName(TOPIC, "a")))
                        .get(0)
                        .orElseThrow()
                        .revision())
                .isZero();
    }

    private static final class MayRefuse extends DelegatingDataSource {

        private volatile boolean refuses;
        private final AtomicInteger asked = new AtomicInteger();

        MayRefuse(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            asked.incrementAndGet();
            if (refuses) {
                throw new SQLTransientConnectionException("away on purpose");
            }
            return super.getConnection();
        }
    }
}
