package org.delay.redisson.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.FailedAfterCommit;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ReactiveTransaction;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** What happens after the commit, and who is told if it fails. */
@ExtendWith(OutputCaptureExtension.class)
class AfterCommitFailuresTest extends AfterCommitFixture {

    private final AtomicBoolean down = new AtomicBoolean();
    private final DelayQueueMessageProducer unlucky =
            new DelayQueueMessageProducer(around(new ForwardingDelayQueue(store) {
                @Override
                public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
                    refuse(messages);
                    return super.schedule(messages);
                }

                @Override
                public CancelResult cancel(String topic, String id) {
                    refuse(List.of(message(id)));
                    return super.cancel(topic, id);
                }
            }));

    private void refuse(Collection<OutgoingMessage> messages) {
        List<String> ids = messages.stream().map(OutgoingMessage::id).toList();
        if (down.get()) {
            throw new OutcomeUnknown(TOPIC, ids, new IllegalStateException("no answer"));
        }
    }

    @Test
    void theCallerIsToldWhatIsMissingAndCanSendItAgain(CapturedOutput output) {
        send("cancelled");
        down.set(true);
        FailedAfterCommit failure = catchThrowableOfType(
                FailedAfterCommit.class,
                () -> inTransaction(status -> {
                    insert("4711");
                    unlucky.sendMessage(message("a"));
                    unlucky.sendMessage(message("b"));
                    unlucky.cancel(TOPIC, "cancelled");
                    unlucky.reschedule(TOPIC, "cancelled", LATER.multipliedBy(3));
                }));

        assertThat(isCommitted("4711")).isTrue();
        assertThat(failure.failures())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).isInstanceOf(OutcomeUnknown.class));
        assertThat(failure.ids()).containsExactly("a", "b", "cancelled");
        assertThat(failure)
                .hasMessageContaining("The transaction has committed")
                .hasMessageContaining("no answer");
        assertThat(output)
                .contains("delay queue calls that waited for it failed. Repeat them: [send order-timeout/a, send"
                        + " order-timeout/b]")
                .contains("[cancel order-timeout/cancelled]")
                .doesNotContain("body of");
        // The reschedule is after the failures, and was made.
        assertThat(store.find(TOPIC, "cancelled").orElseThrow().at())
                .isAfter(Instant.now().plus(LATER.multipliedBy(2)));

        down.set(false);
        unlucky.sendMessages(failure.unsent());
        assertSent("a", "b", "cancelled");
    }

    /** To send these again would undo what the transaction did later. */
    @Test
    void whatTheTransactionCancelsOrReplacesLaterIsNotToBeSentAgain() {
        AtomicInteger calls = new AtomicInteger();
        DelayQueueMessageProducer firstFails = new DelayQueueMessageProducer(around(new ForwardingDelayQueue(store) {
            @Override
            public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
                down.set(calls.getAndIncrement() == 0);
                refuse(messages);
                return super.schedule(messages);
            }
        }));
        FailedAfterCommit failure = catchThrowableOfType(
                FailedAfterCommit.class,
                () -> inTransaction(status -> {
                    firstFails.sendMessage(message("cancelled"));
                    firstFails.sendMessage(message("replaced"));
                    firstFails.sendMessage(message("kept"));
                    firstFails.sendMessage(message("missing"));
                    firstFails.cancel(TOPIC, "cancelled");
                    firstFails.sendMessage(message("replaced"));
                    firstFails.sendMessage(OutgoingMessage.to(TOPIC)
                            .id("kept")
                            .body("another")
                            .delay(LATER)
                            .onDuplicate(OnDuplicate.KEEP)
                            .build());
                }));

        assertThat(failure.ids()).containsExactly("cancelled", "replaced", "kept", "missing");
        assertThat(failure.unsent()).extracting(OutgoingMessage::id).containsExactly("kept", "missing");
        assertSent("replaced", "kept");
    }

    @Test
    void ofSeveralOnlyThoseThatFailedAreNamed() {
        send("there");
        FailedAfterCommit failure = catchThrowableOfType(
                FailedAfterCommit.class,
                () -> inTransaction(status -> {
                    send("a");
                    producer.sendMessage(OutgoingMessage.to(TOPIC)
                            .id("there")
                            .body("new")
                            .delay(LATER)
                            .onDuplicate(OnDuplicate.REJECT)
                            .build());
                    send("b");
                }));

        assertThat(failure.ids()).containsExactly("there");
        assertThat(failure.unsent()).extracting(OutgoingMessage::id).containsExactly("there");
        assertThat(failure.getCause()).isNotInstanceOf(PartlySent.class);
        assertSent("there", "a", "b");
    }

    @Test
    void aFailureThatIsNoneOfTheQueuesIsToldToo() {
        DelayQueueMessageProducer broken = new DelayQueueMessageProducer(around(new ForwardingDelayQueue(store) {
            @Override
            public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
                throw new IllegalStateException("on a thread of the client");
            }
        }));
        assertThatThrownBy(() -> inTransaction(status -> broken.sendMessage(message("a"))))
                .isInstanceOf(FailedAfterCommit.class)
                .hasMessageContaining("on a thread of the client");
    }

    /** The connection broke during the commit, for example. */
    /** A class that is missing, for example. */
    @Test
    void anErrorStopsNoOtherCall() {
        DelayQueueMessageProducer broken = new DelayQueueMessageProducer(around(new ForwardingDelayQueue(store) {
            @Override
            public CancelResult cancel(String topic, String id) {
                throw new NoClassDefFoundError("of an interceptor");
            }
        }));

        FailedAfterCommit failure = catchThrowableOfType(
                FailedAfterCommit.class,
                () -> inTransaction(status -> {
                    broken.cancel(TOPIC, "a");
                    broken.sendMessage(message("b"));
                }));

        assertThat(failure.failures()).singleElement().isInstanceOf(OutcomeUnknown.class);
        assertThat(failure.ids()).containsExactly("a");
        assertSent("b");
    }

    @Test
    void nothingIsSentIfTheCommitsOutcomeIsUnknown(CapturedOutput output) {
        JdbcTransactionManager unsure = new JdbcTransactionManager(database) {
            @Override
            protected void doCommit(DefaultTransactionStatus status) {
                super.doCommit(status);
                throw new TransactionSystemException("no answer");
            }
        };
        assertThatThrownBy(() -> new TransactionTemplate(unsure).executeWithoutResult(status -> send("a")))
                .isInstanceOf(TransactionSystemException.class);

        assertSent();
        assertThat(output).contains("It is not known whether a transaction has committed", "[send order-timeout/a]");
    }

    @Test
    void whatOtherSynchronizationsSendAfterTheCommitIsSentToo() {
        inTransaction(status -> {
            after(() -> send("after-commit"), () -> send("after-completion"));
        });
        assertSent("after-commit", "after-completion");

        inTransaction(status -> {
            send("within");
            after(() -> assertThat(send("after-commit-2").outcome()).isEqualTo(Receipt.Outcome.SCHEDULED), () -> {});
        });
        assertSent("after-commit", "after-completion", "within", "after-commit-2");
    }

    @Test
    void aFailureOfWhatAnotherSynchronizationSendsIsLogged(CapturedOutput output) {
        down.set(true);
        inTransaction(status -> after(() -> unlucky.sendMessage(message("a")), () -> {}));
        assertThat(output).contains("Repeat them: [send order-timeout/a]");
    }

    private static void after(Runnable commit, Runnable completion) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                commit.run();
            }

            @Override
            public void afterCompletion(int status) {
                completion.run();
            }
        });
    }

    /** One that was not begun by Spring ends without telling it. */
    @Test
    void inATransactionOfSomebodyElseTheEndOfSpringsScopeCounts() {
        DelayQueueMessage[] seen = new DelayQueueMessage[1];
        new TransactionTemplate(new Participating()).executeWithoutResult(status -> {
            send("a");
            assertSent();
            seen[0] = queue;
        });
        assertThat(seen[0]).isNotNull();
        assertSent("a");
    }

    private static final class Participating extends AbstractPlatformTransactionManager {

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected boolean isExistingTransaction(Object transaction) {
            return true;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    /** A reactive transaction belongs to no thread. */
    @Test
    void aReactiveTransactionIsNotSeen() {
        TransactionalOperator operator = TransactionalOperator.create(new NothingReactive());
        Receipt receipt =
                operator.transactional(Mono.fromCallable(() -> send("a"))).block();

        assertThat(receipt).extracting(Receipt::outcome).isEqualTo(Receipt.Outcome.SCHEDULED);
    }

    private static final class NothingReactive implements ReactiveTransactionManager {

        @Override
        public Mono<ReactiveTransaction> getReactiveTransaction(TransactionDefinition definition) {
            return Mono.just(
                    new GenericReactiveTransaction("reactive", new Object(), true, true, false, false, false, null));
        }

        @Override
        public Mono<Void> commit(ReactiveTransaction transaction) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> rollback(ReactiveTransaction transaction) {
            return Mono.empty();
        }
    }
}
