package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.JdbcTemplate;

/** What waits long after it was due is looked up in Redis. */
@Execution(ExecutionMode.CONCURRENT)
class AuditTest extends JournalFixture {

    private static final Duration LONG = Duration.ofSeconds(90);

    private HikariDataSource database;
    private App app;

    @BeforeEach
    void open() {
        database = database(Databases.H2, 6);
        app = app(database);
    }

    /** As if all were due long ago. */
    private void makeOverdue() {
        new JdbcTemplate(database).update("UPDATE delay_message SET look_at = 0 WHERE todo = 'A'");
    }

    private void send(int count) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message("m-" + i, LATER));
            if (messages.size() == 500 || i == count - 1) {
                app.queue().schedule(messages);
                messages.clear();
            }
        }
    }

    private void awaitConfirmed() {
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
    }

    /** Redis forgets messages without anybody's knowledge. */
    private void lose(int from, int to) {
        List<MessageRevision> revisions = new ArrayList<>();
        for (int i = from; i < to; i++) {
            MessageKey key = new MessageKey(TOPIC, "m-" + i);
            long revision = app.store().versions(List.of(key)).get(key).revision();
            revisions.add(new MessageRevision(TOPIC, key.id(), revision));
        }
        app.redis().revisions().orElseThrow().cancel(revisions);
    }

    private JournalStatus status() {
        return app.journal().operations().status();
    }

    @Test
    void whatIsAbsentIsSentAgain() {
        app.started();
        send(20);
        awaitConfirmed();
        lose(0, 5);

        makeOverdue();

        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).due() == 20);
        awaitConfirmed();
        assertThat(status().audited()).isGreaterThanOrEqualTo(20);
        assertThat(status().absent()).isEqualTo(5);
        assertThat(app.store().history(new MessageKey(TOPIC, "m-0"), 10))
                .extracting(entry -> entry.event().change())
                .contains(Change.RESTORED);
        assertThat(app.store().history(new MessageKey(TOPIC, "m-5"), 10))
                .extracting(entry -> entry.event().change())
                .doesNotContain(Change.RESTORED);
    }

    @Test
    void whatSomebodyElseHoldsMeanwhileIsSentWithTheNextRun() {
        AtomicBoolean held = new AtomicBoolean();
        app = app(database, JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL), store -> heldOnce(store, held))
                .started();
        send(5);
        awaitConfirmed();
        lose(0, 5);

        makeOverdue();

        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).due() == 5);
        assertThat(held).isTrue();
        assertThat(status().absent()).isEqualTo(5);
        assertThat(app.store().history(new MessageKey(TOPIC, "m-0"), 10))
                .extracting(entry -> entry.event().change())
                .containsOnlyOnce(Change.RESTORED);
    }

    /** Another transaction holds the row of m-0 while messages are relayed again for the first time. */
    private JournalStore heldOnce(JournalStore store, AtomicBoolean held) {
        return (JournalStore) Proxy.newProxyInstance(
                JournalStore.class.getClassLoader(), new Class<?>[] {JournalStore.class}, (self, method, args) -> {
                    if (!method.getName().equals("relayAgain") || held.getAndSet(true)) {
                        return invoke(method, store, args);
                    }
                    try (Connection other = database.getConnection();
                            Statement statement = other.createStatement()) {
                        other.setAutoCommit(false);
                        statement.execute("SELECT * FROM delay_message WHERE id = 'm-0' FOR UPDATE");
                        Object answer = invoke(method, store, args);
                        other.rollback();
                        return answer;
                    }
                });
    }

    private static Object invoke(Method method, JournalStore store, Object[] args) throws Throwable {
        try {
            return method.invoke(store, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void theAuditStopsWhereMuchIsAbsentUntilAPersonLetsItGoOn() {
        app.started();
        send(1_150);
        awaitConfirmed();
        lose(0, 1_150);

        makeOverdue();

        await().atMost(LONG).until(() -> status().auditStopped());
        awaitConfirmed();
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(Audit.MOST_PER_HOUR);

        App other = app(database).started();
        await().atMost(LONG).until(() -> other.journal().operations().status().auditStopped());
        makeOverdue();
        app.journal().operations().resumeAudit();

        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).due() == 1_150);
        await().atMost(LONG)
                .until(() -> !status().auditStopped()
                        && !other.journal().operations().status().auditStopped());
    }

    /** Its end could not be recorded, and its process died. */
    @Test
    void aDeadLetterIsRecorded() {
        app.producer().sendMessage(message("m-0", Duration.ZERO));
        app.started();
        awaitConfirmed();
        ClaimResult claim = claim();
        app.redis().bury(claim.lease(), List.of(new GivenUp("m-0", "failed", false, true)));
        assertThat(app.state("m-0")).isEqualTo(MessageState.WAITING);

        makeOverdue();

        await().atMost(LONG).until(() -> app.state("m-0") == MessageState.DEAD);
        assertThat(app.redis().find(TOPIC, "m-0").orElseThrow().state()).isEqualTo(State.DEAD);
    }

    private ClaimResult claim() {
        String claimer = UUID.randomUUID().toString();
        for (int number = 1; ; number++) {
            ClaimResult claim = app.redis()
                    .claim(new ClaimRequest(
                            0,
                            TOPIC,
                            new ClaimId(claimer, number),
                            Duration.ofSeconds(30),
                            new ClaimLimit(10, 1L << 30)));
            if (!claim.messages().isEmpty()) {
                return claim;
            }
        }
    }
}
