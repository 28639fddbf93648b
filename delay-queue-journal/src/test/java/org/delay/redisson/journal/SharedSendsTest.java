package org.delay.redisson.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.journal.store.MessageKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/** Sends of several threads share transactions, unless one could make another one wait. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class SharedSendsTest extends JournalFixture {

    private static final int THREADS = 16;
    private static final int SENDS = 25;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final AtomicInteger commits = new AtomicInteger();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private App counted(HikariDataSource database) {
        App app = app(database, JournalSettings.DEFAULTS);
        app.manager().addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution transaction) {
                commits.incrementAndGet();
            }
        });
        return app;
    }

    private static OutgoingMessage.Builder any() {
        return OutgoingMessage.to(TOPIC).body("body").delay(LATER);
    }

    private List<Future<List<Receipt>>> sending(App app, String prefix) {
        List<Future<List<Receipt>>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int own = thread;
            all.add(threads.submit(() -> {
                List<Receipt> receipts = new ArrayList<>();
                for (int i = 0; i < SENDS; i++) {
                    OutgoingMessage.Builder message = any();
                    if (!prefix.isEmpty()) {
                        message.id(prefix + own + "-" + i);
                    }
                    receipts.add(app.producer().sendMessage(message.build()));
                }
                return receipts;
            }));
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void manyThreadsShareTransactions(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 8);
        App app = counted(database);

        Set<String> ids = new HashSet<>();
        for (Future<List<Receipt>> receipts : sending(app, "")) {
            receipts.get().forEach(receipt -> {
                assertThat(receipt.outcome()).isEqualTo(Outcome.SCHEDULED);
                assertThat(ids.add(receipt.id())).isTrue();
            });
        }

        assertThat(ids).hasSize(THREADS * SENDS);
        assertThat(ids).allMatch(app::isInRedis);
        assertThat(app.store()
                        .versions(ids.stream()
                                .map(id -> new MessageKey(TOPIC, id))
                                .toList()))
                .hasSize(THREADS * SENDS);
        assertThat(transactions(kind, database)).isPositive().isLessThan(THREADS * SENDS);
    }

    /** PostgreSQL needs none of Spring's for one statement, but tells which transaction wrote a row. */
    private int transactions(Databases kind, HikariDataSource database) {
        return kind == Databases.POSTGRESQL
                ? requireNonNull(new JdbcTemplate(database)
                        .queryForObject("select count(distinct xmin::text) from delay_message", Integer.class))
                : commits.get();
    }

    @Test
    void sendsOfKnownIdsHaveTheirOwn() throws Exception {
        App app = counted(database(Databases.H2, 8));

        for (Future<List<Receipt>> receipts : sending(app, "id-")) {
            assertThat(receipts.get()).hasSize(SENDS);
        }

        assertThat(commits).hasValue(THREADS * SENDS);
    }

    @Test
    void eachIsToldOfItsOwnFailure() {
        HikariDataSource database = database(Databases.H2, 8);
        App app = counted(database);
        app.producer().sendMessage(any().build());
        database.close();

        Set<String> ids = new HashSet<>();
        for (Future<List<Receipt>> receipts : sending(app, "")) {
            assertThatThrownBy(receipts::get).cause().isInstanceOfSatisfying(NotRecorded.class, failure -> {
                assertThat(((DelayQueueException) failure).ids())
                        .singleElement()
                        .satisfies(id -> assertThat(ids.add(id)).isTrue());
            });
        }
    }
}
