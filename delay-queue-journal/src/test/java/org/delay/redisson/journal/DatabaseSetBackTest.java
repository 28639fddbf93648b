package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.journal.RestoreRequest.Overdue;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The database is restored from an older backup, while Redis has what happened since. */
@Execution(ExecutionMode.CONCURRENT)
class DatabaseSetBackTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final List<String> TABLES = List.of("delay_shard", "delay_message");
    private static final int DELIVERED = Audit.MOST_PER_HOUR + 100;

    private final String claimer = UUID.randomUUID().toString();
    private int number;

    @ParameterizedTest
    @EnumSource
    void theAuditStopsAndAPersonDecides(Databases kind) {
        HikariDataSource database = database(kind, 8);
        JdbcTemplate sql = new JdbcTemplate(database);
        App app = app(database).started();
        send(app, "old-", DELIVERED, Duration.ZERO);
        app.send("moved", LATER);
        awaitConfirmed(app);
        TABLES.forEach(table -> sql.execute("create table backup_" + table + " as select * from " + table));
        // In the backup, so that the audit finds them all at once, and none again that it has just sent.
        sql.update("update backup_delay_message set look_at = 0 where id like 'old-%'");
        assertThat(deliver(app, DELIVERED)).hasSize(DELIVERED);
        app.queue().reschedule(TOPIC, "moved", Duration.ZERO);
        app.send("new", Duration.ZERO);
        awaitConfirmed(app);

        TABLES.forEach(table -> {
            sql.execute("delete from " + table);
            sql.execute("insert into " + table + " select * from backup_" + table);
        });

        await().atMost(LONG).until(() -> app.journal().operations().status().auditStopped());
        // What is newer than the backup is delivered all the same, and counted.
        assertThat(deliver(app, 2 + Audit.MOST_PER_HOUR)).contains("moved", "new");
        assertThat(app.journal().operations().status().ahead()).isPositive();
        assertThat(app.journal().operations().status().unknown()).isPositive();

        RestoreReport report =
                app.journal().operations().restore(RestoreRequest.ALL.withOverdue(Overdue.EXPIRE), progress -> {});
        app.journal().operations().resumeAudit();

        assertThat(report.expired()).isEqualTo(DELIVERED - Audit.MOST_PER_HOUR);
        await().atMost(LONG).until(() -> !app.journal().operations().status().auditStopped());
        assertThat(app.store().owed(TOPIC, app.store().now()).waiting()).isZero();
    }

    private static void awaitConfirmed(App app) {
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
    }

    private static void send(App app, String prefix, int count, Duration delay) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message(prefix + i, delay));
            if (messages.size() == 100 || i == count - 1) {
                app.queue().schedule(messages);
                messages.clear();
            }
        }
    }

    private List<String> deliver(App app, int count) {
        List<String> ids = new ArrayList<>();
        await().atMost(LONG).until(() -> {
            number++;
            ClaimResult claim = app.queue()
                    .claim(new ClaimRequest(
                            0,
                            TOPIC,
                            new ClaimId(claimer, number),
                            Duration.ofSeconds(60),
                            new ClaimLimit(200, 1L << 30)));
            List<String> some = claim.messages().stream()
                    .map(claimed -> claimed.message().id())
                    .toList();
            app.queue().ack(claim.lease(), some);
            ids.addAll(some);
            return ids.size() >= count;
        });
        return ids;
    }
}
