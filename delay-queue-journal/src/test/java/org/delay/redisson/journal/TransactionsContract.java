package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Sends, cancels and reschedules are part of the thread's transaction, and reach Redis after its commit only. */
@Execution(ExecutionMode.CONCURRENT)
abstract class TransactionsContract extends JournalFixture {

    HikariDataSource database;
    JdbcTemplate orders;
    App app;

    abstract Databases kind();

    @BeforeEach
    void open() {
        database = database(kind(), 1);
        orders = new JdbcTemplate(database);
        orders.execute("create table orders (id varchar(20) primary key)");
        app = app(database, JournalSettings.DEFAULTS.withHistory(history())).started();
    }

    HistoryMode history() {
        return HistoryMode.ALL;
    }

    @Test
    void aSendIsCommittedWithTheBusinessRow() {
        Receipt[] receipt = new Receipt[1];
        app.inTransaction(status -> {
            orders.update("insert into orders values ('a')");
            receipt[0] = app.send("a", LATER);
            assertThat(app.isInRedis("a")).isFalse();
        });

        assertThat(receipt[0].outcome()).isEqualTo(Outcome.RECORDED);
        app.awaitInRedis("a");
        assertThat(app.redis().find(TOPIC, "a").orElseThrow().at()).isEqualTo(receipt[0].dueTime());
        assertThat(app.redis().find(TOPIC, "a").orElseThrow().message().body()).isEqualTo("body of a");
    }

    @Test
    void aRollbackLeavesNothing() {
        app.inTransaction(status -> {
            app.send("rolled-back", Duration.ZERO);
            status.setRollbackOnly();
        });
        assertThatThrownBy(() -> app.inTransaction(status -> {
                    app.send("failed", Duration.ZERO);
                    throw new IllegalStateException("on purpose");
                }))
                .isInstanceOf(IllegalStateException.class);
        app.inTransaction(status -> app.send("after", LATER));

        app.awaitInRedis("after");
        assertThat(app.isInRedis("rolled-back")).isFalse();
        assertThat(app.isInRedis("failed")).isFalse();
        assertThat(app.journal().operations().find(TOPIC, "rolled-back")).isEmpty();
    }

    @Test
    void aSavepointTakesItsRowsAlong() {
        app.inTransaction(status -> {
            app.send("kept", LATER);
            Object savepoint = status.createSavepoint();
            app.send("dropped", LATER);
            status.rollbackToSavepoint(savepoint);
            app.send("last", LATER);
        });

        app.awaitInRedis("kept");
        app.awaitInRedis("last");
        assertThat(app.isInRedis("dropped")).isFalse();
    }

    @Test
    void withoutATransactionASendIsInRedisWhenItReturns() {
        assertThat(app.send("a", LATER).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(app.isInRedis("a")).isTrue();
        assertThat(app.send("a", LATER).outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(app.producer()
                        .sendMessage(OutgoingMessage.to(TOPIC)
                                .id("a")
                                .body("other")
                                .delay(LATER)
                                .onDuplicate(OutgoingMessage.OnDuplicate.KEEP)
                                .build())
                        .outcome())
                .isEqualTo(Outcome.KEPT);
        assertThatThrownBy(() -> app.producer()
                        .sendMessage(OutgoingMessage.to(TOPIC)
                                .id("a")
                                .body("other")
                                .delay(LATER)
                                .onDuplicate(OutgoingMessage.OnDuplicate.REJECT)
                                .build()))
                .isInstanceOf(DelayQueueException.Duplicate.class);
    }

    @Test
    void cancelAndRescheduleInATransaction() {
        app.send("a", LATER);
        app.send("b", LATER);
        app.inTransaction(status -> {
            assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.RECORDED);
            assertThat(app.queue().reschedule(TOPIC, "b", LATER.multipliedBy(3)))
                    .isEqualTo(RescheduleResult.RECORDED);
            assertThat(app.queue().cancel(TOPIC, "absent")).isEqualTo(CancelResult.NOT_FOUND);
            assertThat(app.isInRedis("a")).isTrue();
        });

        await().atMost(Duration.ofMinutes(2)).until(() -> !app.isInRedis("a"));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> app.redis()
                        .find(TOPIC, "b")
                        .orElseThrow()
                        .at()
                        .isAfter(Instant.now().plus(LATER.multipliedBy(2))));
        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    @Test
    void cancelAndRescheduleAtOnce() {
        app.send("a", LATER);
        app.send("b", LATER);
        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
        assertThat(app.queue().reschedule(TOPIC, "b", Duration.ofHours(2))).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(app.queue().reschedule(TOPIC, "a", Duration.ofHours(2))).isEqualTo(RescheduleResult.NOT_FOUND);
        assertThat(app.isInRedis("a")).isFalse();
    }

    @Test
    void aReadOnlyTransactionRefuses() {
        TransactionTemplate readOnly = new TransactionTemplate(app.manager());
        readOnly.setReadOnly(true);
        readOnly.executeWithoutResult(status -> assertThatThrownBy(() -> app.send("a", LATER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("read-only"));
        assertThat(app.isInRedis("a")).isFalse();
    }

    @Test
    void aTransactionOfAnotherDatabaseRefusesUnlessTheApplicationSaysOtherwise() {
        HikariDataSource other = closed(Databases.H2.empty(1));
        TransactionTemplate foreign = new TransactionTemplate(new JdbcTransactionManager(other));
        foreign.executeWithoutResult(status -> assertThatThrownBy(() -> app.send("a", LATER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("other-transactions"));
        assertThat(app.isInRedis("a")).isFalse();

        App lenient = app(database, JournalSettings.DEFAULTS.withOtherTransactions(OtherTransactions.SEND_NOW));
        foreign.executeWithoutResult(status -> {
            assertThat(lenient.send("b", LATER).outcome()).isEqualTo(Outcome.SCHEDULED);
            status.setRollbackOnly();
        });
        assertThat(app.isInRedis("b")).isTrue();
    }

    /** The only connection is held until after the synchronizations of the transaction. */
    @Test
    void oneConnectionIsEnough() {
        for (int i = 0; i < 20; i++) {
            String id = "m-" + i;
            app.inTransaction(status -> app.send(id, LATER));
            app.send("n-" + i, LATER);
        }
        for (int i = 0; i < 20; i++) {
            app.awaitInRedis("m-" + i);
            assertThat(app.isInRedis("n-" + i)).isTrue();
        }
    }

    /** What is written to the connection of a transaction that is over is lost, or committed by chance. */
    @Test
    void callbacksAfterTheEndOfATransactionAreInNone() {
        HikariDataSource wide = database(kind(), 3);
        App two = app(wide).started();
        two.send("cancelled", LATER);
        two.inTransaction(status -> {
            two.send("first", LATER);
            register(new Callbacks(
                    () -> {
                        assertThat(two.send("after-commit", LATER).outcome()).isEqualTo(Outcome.SCHEDULED);
                        assertThat(two.queue().cancel(TOPIC, "cancelled")).isEqualTo(CancelResult.CANCELLED);
                        two.inNewTransaction(inner -> {
                            assertThat(two.send("inner", LATER).outcome()).isEqualTo(Outcome.RECORDED);
                            inner.setRollbackOnly();
                        });
                    },
                    () -> assertThat(two.send("after-completion", LATER).outcome())
                            .isEqualTo(Outcome.SCHEDULED)));
        });

        assertThat(two.isInRedis("after-commit")).isTrue();
        assertThat(two.isInRedis("after-completion")).isTrue();
        assertThat(two.isInRedis("cancelled")).isFalse();
        assertThat(two.journal().operations().find(TOPIC, "inner")).isEmpty();
    }

    @Test
    void callbacksAfterARollbackAreInNoTransaction() {
        HikariDataSource wide = database(kind(), 3);
        App two = app(wide).started();
        Outcome[] after = new Outcome[1];
        two.inTransaction(status -> {
            two.send("rolled-back", LATER);
            register(new Callbacks(
                    () -> {},
                    () -> after[0] = two.send("after-completion", LATER).outcome()));
            status.setRollbackOnly();
        });

        assertThat(after[0]).isEqualTo(Outcome.SCHEDULED);
        assertThat(two.isInRedis("after-completion")).isTrue();
        assertThat(two.journal().operations().find(TOPIC, "rolled-back")).isEmpty();
    }

    /** A nested transaction is committed or rolled back while the one around it goes on. */
    @Test
    void theEndOfASavepointIsNotThatOfTheTransaction() {
        TransactionTemplate nested = new TransactionTemplate(app.manager());
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        app.inTransaction(status -> {
            nested.executeWithoutResult(inner -> app.send("inner", LATER));
            nested.executeWithoutResult(TransactionExecution::setRollbackOnly);
            assertThat(app.send("outer", LATER).outcome()).isEqualTo(Outcome.RECORDED);
            status.setRollbackOnly();
        });

        assertThat(app.journal().operations().find(TOPIC, "inner")).isEmpty();
        assertThat(app.journal().operations().find(TOPIC, "outer")).isEmpty();
    }

    private static void register(TransactionSynchronization callbacks) {
        TransactionSynchronizationManager.registerSynchronization(callbacks);
    }

    private record Callbacks(Runnable committed, Runnable completed) implements TransactionSynchronization {

        @Override
        public void afterCommit() {
            committed.run();
        }

        @Override
        public void afterCompletion(int status) {
            completed.run();
        }
    }

    @Test
    void aBulkIsRecordedAsAWhole() {
        List<OutgoingMessage> messages = List.of(message("a", LATER), message("b", LATER), message("a", LATER));
        assertThat(app.queue().schedule(messages)).hasSize(3);
        app.awaitInRedis("a");
        app.awaitInRedis("b");
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(2);
    }

    @Test
    void inARequiresNewTransactionTheInnerOneCounts() {
        HikariDataSource wide = database(kind(), 3);
        App two = app(wide).started();
        TransactionTemplate inner = new TransactionTemplate(two.manager());
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        two.inTransaction(outer -> {
            two.send("outer", LATER);
            inner.executeWithoutResult(status -> two.send("inner", LATER));
            two.awaitInRedis("inner");
            assertThat(two.isInRedis("outer")).isFalse();
            outer.setRollbackOnly();
        });
        assertThat(two.isInRedis("outer")).isFalse();
    }
}
