package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Relayed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A cancel between the commit of a send and its relay. */
@Execution(ExecutionMode.CONCURRENT)
class EarlyCancelTest extends JournalFixture {

    /** What the relay is told, it records within a second. */
    private static final Duration CONFIRMED = Duration.ofSeconds(2);

    private App committed(String id, Duration delay) {
        App app = app(database(Databases.H2, 4));
        app.inTransaction(status -> app.send(id, delay));
        assertThat(app.isInRedis(id)).isFalse();
        return app;
    }

    /** Redis has the message, and is not told yet of its new time. */
    private App rescheduled(HikariDataSource database) {
        App app = app(database);
        app.send("a", LATER);
        app.inTransaction(status -> app.queue().reschedule(TOPIC, "a", LATER.multipliedBy(2)));
        return app;
    }

    @Test
    void whatRedisDoesNotHaveYetIsCancelled() {
        App app = committed("a", LATER);

        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);

        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    @Test
    void whatIsDueSoonMayBeUnderWay() {
        App app = committed("a", Duration.ofSeconds(5));

        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    /** The row may have been waited for until the message was delivered. */
    @Test
    void aRescheduleOfWhatIsDueSoonMayBeTooLate() {
        App app = committed("a", Duration.ofSeconds(5));

        assertThat(app.queue().reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);
    }

    /** Redis is not told yet of the cancel. */
    @Test
    void whatIsCancelledInATransactionIsNotRescheduled() {
        App app = app(database(Databases.H2, 4));
        app.send("a", LATER);
        app.inTransaction(status -> assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.RECORDED));

        assertThat(app.queue().reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.NOT_FOUND);

        assertThat(app.isInRedis("a")).isTrue();
    }

    @Test
    void aRescheduleOfWhatRedisDoesNotHaveYetIsInTime() {
        App app = committed("a", LATER);

        assertThat(app.queue().reschedule(TOPIC, "a", Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);
    }

    @Test
    void aRelayThatComesAfterTheCancelIsUndone() {
        HikariDataSource database = database(Databases.H2, 8);
        App app = app(database);
        app.inTransaction(status -> app.send("a", LATER));
        JournalRow read = read(app);
        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        relay(app, read);

        app(database).started();

        awaitNothing(app);
    }

    /** The sweep can't undo it, and nobody could hold back the delivery. */
    @Test
    void aRelayThatComesAfterTheCancelIsUndoneWithoutTheDatabase() {
        HikariDataSource database = database(Databases.H2, 4);
        App app = app(database).started();
        JournalRow first = cancelled(app, "a");
        JournalRow second = cancelled(app, "a");

        relay(app, first);
        relay(app, second);
        database.close();

        await().atMost(Duration.ofMinutes(1)).until(() -> !app.isInRedis("a"));
    }

    /** It has no revision, since the database was away. */
    @Test
    void whatIsSentWithoutTheDatabaseAfterACancelIsNotTakenForALateRelay() {
        HikariDataSource database = database(Databases.H2, 4);
        App app = app(database).started();
        var unusedRow = cancelled(app, "sent");
        JournalRow late = cancelled(app, "late");

        relay(app, late);
        database.close();
        var unused = app.redis().schedule(List.of(message("sent", LATER)));

        await().atMost(Duration.ofMinutes(1)).until(() -> !app.isInRedis("late"));
        assertThat(app.isInRedis("sent")).isTrue();
    }

    /** A row as a relay has read it before the cancel. */
    private static JournalRow cancelled(App app, String id) {
        app.send(id, LATER);
        JournalRow row = app.store().find(new MessageKey(TOPIC, id)).orElseThrow();
        assertThat(app.queue().cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED);
        return row;
    }

    @ParameterizedTest
    @EnumSource
    void aRelayOfALaterRevisionThanTheCancelRemovedIsUndone(Databases kind) {
        HikariDataSource database = database(kind, 8);
        App sender = rescheduled(database);
        JournalRow read = read(sender);
        App app = app(database);
        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        relay(sender, read);

        sender.started();

        awaitNothing(app);
    }

    @ParameterizedTest
    @EnumSource
    void aRelayThatComesAfterACancelInATransactionIsUndone(Databases kind) {
        HikariDataSource database = database(kind, 8);
        App sender = rescheduled(database);
        JournalRow read = read(sender);
        App app = app(database).started();
        app.inTransaction(status -> app.queue().cancel(TOPIC, "a"));
        await().atMost(Duration.ofMinutes(1)).until(() -> !app.isInRedis("a"));
        relay(sender, read);

        awaitNothing(app);
    }

    /** Redis had lost it, and a restore or an audit was about to send it again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRestoreThatComesAfterTheCancelIsUndone(boolean inTransaction) {
        HikariDataSource database = database(Databases.H2, 8);
        App app = app(database).started();
        app.send("a", LATER);
        confirm(app);
        settle(database);
        JournalRow read = read(app);
        app.redis().cancel(TOPIC, "a");

        if (inTransaction) {
            app.inTransaction(status -> app.queue().cancel(TOPIC, "a"));
        } else {
            assertThat(app(database).queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        }
        await().pollDelay(CONFIRMED).until(() -> true);
        relay(app, read);

        awaitNothing(app);
    }

    /** What Redis has had for longer than a relay takes: the usual case, and Redis need not be told twice. */
    @ParameterizedTest
    @EnumSource
    void aCancelOfWhatIsSettledIsConfirmedAtOnce(Databases kind) {
        HikariDataSource database = database(kind, 4);
        App app = app(database);
        app.send("a", LATER);
        confirm(app);
        settle(database);

        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);

        confirm(app);
        assertThat(read(app).trail().pending()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aCancelSoonAfterAChangeIsLeftToTheSweep(Databases kind) {
        App app = app(database(kind, 4));
        app.send("a", LATER);
        confirm(app);

        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);

        confirm(app);
        assertThat(read(app).trail().pending()).isTrue();
    }

    private static void settle(HikariDataSource database) {
        int settled = new JdbcTemplate(database).update("UPDATE delay_message SET changed_at = changed_at - 5000");
        assertThat(settled).isOne();
    }

    private static void confirm(App app) {
        app.inTransaction(status -> assertThat(
                        app.store().relayed(List.of(new Relayed(read(app).revision(), new Placement(0, 0)))))
                .isEmpty());
    }

    private static JournalRow read(App app) {
        return app.store().find(new MessageKey(TOPIC, "a")).orElseThrow();
    }

    private static void relay(App app, JournalRow row) {
        RevisionedStore redis = app.redis().revisions().orElseThrow();
        RevisionedStore.PreparedMessage message =
                redis.prepare(message(row.key().id(), LATER));
        assertThat(redis.relay(List.of(message.at(row.version().revision()))))
                .extracting(RevisionedStore.Relayed::outcome)
                .containsAnyOf(Outcome.SCHEDULED, Outcome.REPLACED);
    }

    private static void awaitNothing(App app) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(app.journal().operations().backlog().pending()).isZero();
            assertThat(app.isInRedis("a")).isFalse();
        });
    }
}
