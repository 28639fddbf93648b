package org.delay.redisson.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_MANDATORY;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NESTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_SUPPORTS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** What is done after a commit, and what never is. */
class AfterCommitTest extends AfterCommitFixture {

    @Test
    void aSendIsDoneAfterTheCommitUnderTheIdOfItsReceipt() {
        Receipt[] receipt = new Receipt[1];
        inTransaction(status -> {
            insert("4711");
            receipt[0] = producer.sendMessage(TOPIC, "text", LATER);
            assertSent();
        });

        assertThat(receipt[0].outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(receipt[0].dueTime())
                .isBetween(
                        Instant.now().plus(LATER).minusSeconds(60),
                        Instant.now().plus(LATER));
        assertSent(receipt[0].id());
        assertThat(isCommitted("4711")).isTrue();
    }

    @Test
    void nothingIsSentOnARollback() {
        inTransaction(status -> {
            insert("4711");
            send("4711");
            status.setRollbackOnly();
        });
        assertThatThrownBy(() -> inTransaction(status -> {
                    send("4712");
                    throw new IllegalStateException("on purpose");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertSent();
        assertThat(isCommitted("4711")).isFalse();
    }

    @Test
    void withoutATransactionEverythingIsImmediate() {
        assertThat(send("a").outcome()).isEqualTo(Outcome.SCHEDULED);
        in(PROPAGATION_SUPPORTS, status -> assertThat(send("b").outcome()).isEqualTo(Outcome.SCHEDULED));
        inTransaction(outer -> in(
                PROPAGATION_NOT_SUPPORTED,
                status -> assertThat(send("c").outcome()).isEqualTo(Outcome.SCHEDULED)));

        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        assertSent("b", "c");
    }

    @Test
    void aReadOnlyTransactionSendsAfterItsCommitToo() {
        TransactionTemplate readOnly = new TransactionTemplate(manager);
        readOnly.setReadOnly(true);
        readOnly.executeWithoutResult(status -> {
            send("a");
            assertSent();
        });
        assertSent("a");
    }

    @Test
    void aJoinedTransactionWaitsForTheOutermostCommit() {
        inTransaction(outer -> {
            in(PROPAGATION_MANDATORY, inner -> send("inner"));
            assertSent();
        });
        assertSent("inner");
    }

    @Test
    void aJoinedTransactionThatFailsTakesAllAlong() {
        assertThatThrownBy(() -> inTransaction(outer -> {
                    send("outer");
                    in(PROPAGATION_MANDATORY, TransactionStatus::setRollbackOnly);
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertSent();
    }

    @Test
    void anIndependentInnerTransactionSendsAfterItsOwnCommit() {
        inTransaction(outer -> {
            send("outer");
            in(PROPAGATION_REQUIRES_NEW, inner -> send("inner"));
            assertSent("inner");
            send("outer-2");
            in(PROPAGATION_REQUIRES_NEW, inner -> {
                send("inner-2");
                inner.setRollbackOnly();
            });
            assertSent("inner");
        });
        assertSent("inner", "outer", "outer-2");
    }

    /** Spring keeps the transactions of two managers apart, as it does with an independent inner one. */
    @Test
    void aTransactionOfAnotherManagerSendsAfterItsOwnCommit() {
        JdbcDataSource another = new JdbcDataSource();
        another.setURL("jdbc:h2:mem:another");
        TransactionTemplate inner = new TransactionTemplate(new JdbcTransactionManager(another));
        inTransaction(outer -> {
            send("outer");
            inner.executeWithoutResult(status -> send("inner"));
            assertSent("inner");
            inner.executeWithoutResult(status -> {
                send("rolled-back");
                status.setRollbackOnly();
            });
            outer.setRollbackOnly();
        });
        assertSent("inner");
    }

    @Test
    void aNestedTransactionThatRollsBackTakesOnlyItsOwnCallsAlong() {
        inTransaction(outer -> {
            send("outer");
            in(PROPAGATION_NESTED, inner -> send("kept"));
            in(PROPAGATION_NESTED, inner -> {
                send("dropped");
                in(PROPAGATION_NESTED, innermost -> send("dropped-2"));
                inner.setRollbackOnly();
            });
            send("outer-2");
        });
        assertSent("outer", "kept", "outer-2");
    }

    /** No savepoint was told to anybody before the first send. */
    @Test
    void aNestedTransactionWithTheFirstSend() {
        inTransaction(outer -> {
            in(PROPAGATION_NESTED, inner -> {
                send("dropped");
                inner.setRollbackOnly();
            });
            send("outer");
        });
        assertSent("outer");
    }

    @Test
    void savepointsOfTheApplicationsOwn() {
        inTransaction(status -> {
            send("a");
            Object first = status.createSavepoint();
            send("b");
            Object second = status.createSavepoint();
            send("c");
            status.rollbackToSavepoint(second);
            send("d");
            status.rollbackToSavepoint(first);
            send("e");
        });
        assertSent("a", "e");
    }

    @Test
    void callsAreMadeInTheirOrder() {
        send("existing");
        inTransaction(status -> {
            send("a");
            assertThat(producer.cancel(TOPIC, "a")).isEqualTo(CancelResult.RECORDED);
            send("b");
            producer.cancel(TOPIC, "c");
            send("c");
            assertThat(producer.reschedule(TOPIC, "b", Duration.ofHours(5))).isEqualTo(RescheduleResult.RECORDED);
            producer.cancel(TOPIC, "existing");
            assertSent("existing");
        });
        assertSent("b", "c");
        assertThat(store.find(TOPIC, "b").orElseThrow().at())
                .isAfter(Instant.now().plus(Duration.ofHours(4)));
    }

    @Test
    void aCancelOfARolledBackTransactionCancelsNothing() {
        send("a");
        inTransaction(status -> {
            producer.cancel(TOPIC, "a");
            producer.reschedule(TOPIC, "a", Duration.ZERO);
            status.setRollbackOnly();
        });
        assertThat(store.find(TOPIC, "a").orElseThrow().at())
                .isAfter(Instant.now().plusSeconds(60));
    }

    @Test
    void everyWayToSendWaits() {
        inTransaction(status -> {
            queue.addDelayQueue("text", 1, TimeUnit.HOURS, TOPIC);
            assertThat(producer.sendMessages(List.of(message("b"), message("c"))))
                    .extracting(Receipt::outcome)
                    .containsOnly(Outcome.RECORDED);
            CompletableFuture<Receipt> future = producer.sendMessageAsync(message("d"));
            assertThat(future).isCompletedWithValueMatching(receipt -> receipt.outcome() == Outcome.RECORDED);
            producer.sendMessageAt(TOPIC, "text", Instant.now().plus(LATER));
            assertSent();
        });
        assertThat(store.counts(TOPIC).due()).isEqualTo(5);
    }

    @Test
    void moreMessagesThanOneCallTakes() {
        inTransaction(status -> {
            for (int i = 0; i < 2_500; i++) {
                send("m-" + i);
            }
        });
        assertThat(store.counts(TOPIC).due()).isEqualTo(2_500);
    }

    @Test
    void whatIsInvalidIsRefusedInsideTheTransaction() {
        OutgoingMessage tooFar = OutgoingMessage.to(TOPIC)
                .body("x")
                .dueTime(Instant.now().plus(Duration.ofDays(4_000)))
                .build();
        inTransaction(status -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.sendMessage(TOPIC, JsonOfTests.UNWRITABLE, LATER));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.sendMessage(TOPIC, "x".repeat(300_000), LATER));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.sendMessage(TOPIC, "x", Duration.ofDays(4_000)));
            assertThatIllegalArgumentException().isThrownBy(() -> producer.sendMessage(tooFar));
            assertThatIllegalArgumentException().isThrownBy(() -> producer.cancel(TOPIC, ""));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.reschedule(TOPIC, "a", Duration.ofDays(4_000)));
        });
        assertSent();
    }

    /** An entity goes on changing, and has no session after the commit. */
    @Test
    void theBodyIsWrittenWhenItIsGiven() {
        List<String> body = new ArrayList<>(List.of("before"));
        inTransaction(status -> {
            producer.sendMessage(
                    OutgoingMessage.to(TOPIC).id("a").body(body).delay(LATER).build());
            body.set(0, "after");
        });
        assertThat(store.find(TOPIC, "a").orElseThrow().message().body()).isEqualTo("[\"before\"]");
    }

    @Test
    void twoQueuesInOneTransaction() {
        InMemoryDelayQueue other = InMemoryDelayQueue.builder().build();
        DelayQueueMessage around = around(other);
        inTransaction(status -> {
            send("a");
            new DelayQueueMessageProducer(around).sendMessage(message("b"));
        });
        assertSent("a");
        assertThat(other.find(TOPIC, "b")).isPresent();
        assertThat(other.find(TOPIC, "a")).isEmpty();
    }
}
