package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The database's clock is wrong: it decides when the journal looks again, and never when a message is due. */
@Execution(ExecutionMode.CONCURRENT)
class WrongDatabaseClockTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int MESSAGES = 20;

    @ParameterizedTest
    @ValueSource(ints = {-10, 10})
    void nothingIsEarlyAndNothingIsLost(int minutes) {
        HikariDataSource right = closed(Databases.POSTGRESQL.empty(8));
        JournalSchema.of(right, JournalSchema.DEFAULT_PREFIX).create();
        HikariDataSource database = closed(wrong(right, minutes));
        Ledger ledger = new Ledger();
        App one = app(database);
        App two = app(database).started();
        assertThat(Duration.between(Instant.now(), two.store().now()).toMinutes())
                .isBetween(Math.min(0, minutes) - 1L, Math.max(0, minutes) + 1L);
        assertThat(Math.abs(Duration.between(Instant.now(), two.store().now()).toMinutes()))
                .isGreaterThan(8);
        AtomicInteger number = new AtomicInteger();
        for (App app : List.of(one, two)) {
            for (int i = 0; i < MESSAGES; i++) {
                Duration delay = Duration.ofMillis(100L * i);
                app.inTransaction(status -> owe(ledger, app, number, delay));
                owe(ledger, app, number, delay);
                app.queue().reschedule(TOPIC, "m-0", Duration.ofSeconds(3));
            }
        }
        Instant sent = Instant.now();
        DispatchEngine engine = DispatchEngine.builder(two.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        ledger.delivered(messages);
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        try {
            // What the first has committed has no hint, since it does not relay.
            await().atMost(LONG).until(ledger::isSettled);
        } finally {
            engine.stop(Duration.ofSeconds(10));
        }

        ledger.check();
        assertThat(Duration.between(sent, Instant.now())).isLessThan(Duration.ofMinutes(1));
    }

    private static void owe(Ledger ledger, App app, AtomicInteger number, Duration delay) {
        var receipt = app.send("m-" + number.getAndIncrement(), delay);
        ledger.owe(receipt.id(), receipt.dueTime());
    }

    /** A function of that name which is found before the database's own. */
    /** Another pool: connections that the given one is opening meanwhile have the right clock. */
    private static HikariDataSource wrong(HikariDataSource database, int minutes) {
        JdbcTemplate sql = new JdbcTemplate(database);
        String name = sql.queryForObject("select current_database()", String.class);
        sql.execute("create schema wrong");
        sql.execute("create function wrong.statement_timestamp() returns timestamptz language sql stable as"
                + " $$ select pg_catalog.statement_timestamp() + interval '" + minutes + " minutes' $$");
        sql.execute("alter database " + name + " set search_path = wrong, pg_catalog, public");
        HikariConfig config = new HikariConfig();
        database.copyStateTo(config);
        config.setPoolName(null);
        return new HikariDataSource(config);
    }
}
