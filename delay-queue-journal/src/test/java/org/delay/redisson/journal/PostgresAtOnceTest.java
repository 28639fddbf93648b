package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** The same where a send outside of transactions is one statement, since the history keeps no sends. */
class PostgresAtOnceTest extends TransactionsContract {

    private static final Duration LONG = Duration.ofMinutes(2);

    @Override
    Databases kind() {
        return Databases.POSTGRESQL;
    }

    @Override
    HistoryMode history() {
        return HistoryMode.OUTCOMES;
    }

    @Test
    void aSendThatTheDatabaseRefusesIsNotRecorded() {
        orders.execute("alter table delay_message rename to elsewhere");
        try {
            assertThatThrownBy(() -> app.send("a", LATER)).isInstanceOf(NotRecorded.class);
        } finally {
            orders.execute("alter table elsewhere rename to delay_message");
        }

        assertThat(app.isInRedis("a")).isFalse();
        assertThat(app.send("a", LATER).outcome()).isEqualTo(Outcome.SCHEDULED);
    }

    /** The connection ends while the statement runs: nobody can tell whether it was committed. */
    @Test
    void aSendWhoseConnectionEndsMayBeRecorded() throws Exception {
        HikariDataSource two = database(kind(), 4);
        App other = app(two, JournalSettings.DEFAULTS);
        other.send("a", LATER);
        CountDownLatch over = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<?> holder = threads.submit(() -> other.inTransaction(status -> {
                other.send("a", LATER);
                await().atMost(LONG).until(() -> over.await(10, TimeUnit.MILLISECONDS));
            }));
            JdbcTemplate sql = new JdbcTemplate(two);
            await().atMost(LONG).until(() -> holdsRow(sql));
            Future<Receipt> sent = threads.submit(() -> other.send("a", LATER));
            await().atMost(LONG).until(() -> endWaiting(sql));

            assertThatThrownBy(() -> sent.get(2, TimeUnit.MINUTES)).hasCauseInstanceOf(OutcomeUnknown.class);
            over.countDown();
            holder.get(2, TimeUnit.MINUTES);
        } finally {
            over.countDown();
            threads.shutdownNow();
        }
        assertThat(other.send("a", LATER).outcome()).isIn(Outcome.SCHEDULED, Outcome.REPLACED);
    }

    private static boolean holdsRow(JdbcTemplate sql) {
        return isFound(
                sql,
                "select count(*) from pg_stat_activity where datname = current_database()"
                        + " and state = 'idle in transaction'");
    }

    private static boolean endWaiting(JdbcTemplate sql) {
        return isFound(
                sql,
                "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                        + " where datname = current_database() and wait_event_type = 'Lock'");
    }

    private static boolean isFound(JdbcTemplate sql, String query) {
        Integer found = sql.queryForObject(query, Integer.class);
        return found != null && found > 0;
    }
}
