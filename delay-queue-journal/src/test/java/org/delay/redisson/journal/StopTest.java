package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stop while the end of a message can't be recorded, since a business transaction holds its row. */
class StopTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(5);

    private HikariDataSource database;
    private App app;

    @BeforeEach
    void open() {
        database = database(Databases.H2, 6);
        app = app(database).started();
        app.send("a", Duration.ZERO);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
    }

    private Connection hold() throws SQLException {
        Connection other = database.getConnection();
        other.setAutoCommit(false);
        other.createStatement().executeUpdate("update delay_message set priority = 3 where id = 'a'");
        return other;
    }

    private void deliver() {
        String claimer = UUID.randomUUID().toString();
        ClaimResult claim = app.queue()
                .claim(new ClaimRequest(
                        0, TOPIC, new ClaimId(claimer, 1), Duration.ofMinutes(10), new ClaimLimit(10, 1L << 30)));
        assertThat(claim.messages()).hasSize(1);
        assertThat(app.queue().ack(claim.lease(), List.of("a"))).isEmpty();
        assertThat(app.journal().operations().status().unrecorded()).isOne();
    }

    @Test
    void aStopWaitsUntilTheEndIsRecorded() throws Exception {
        Thread stop = new Thread(() -> app.journal().stop(LONG));
        try (Connection other = hold()) {
            deliver();
            stop.start();
            stop.join(3_000);
            assertThat(stop.isAlive()).isTrue();
            other.rollback();
        }
        stop.join(LONG.toMillis());

        assertThat(app.journal().operations().status().unrecorded()).isZero();
        assertThat(app.state("a")).isEqualTo(MessageState.DELIVERED);
    }

    @Test
    void aStopThatMustNotWaitSaysHowManyEndsAreLost() throws Exception {
        try (Connection other = hold();
                ThreadLog log = ThreadLog.of(Journal.class)) {
            deliver();
            app.journal().stop(Duration.ofMillis(100));
            app.journal().stop(Duration.ofMillis(100));
            other.rollback();

            assertThat(log.events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.getFormattedMessage()).contains("Number of messages: 1"));
        }
    }
}
