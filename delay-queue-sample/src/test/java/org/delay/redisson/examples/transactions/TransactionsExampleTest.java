package org.delay.redisson.examples.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigDecimal;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.examples.Order;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class TransactionsExampleTest {

    private static ConfigurableApplicationContext application;

    @BeforeAll
    static void start() {
        application = SpringApplication.run(
                TransactionsExample.class,
                "--spring.kafka.bootstrap-servers=none",
                "--delay.redisson.auto-startup=false",
                "--delay.redisson.register-service=transactions");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void nothingIsSentBeforeTheCommit() {
        inTransaction().executeWithoutResult(status -> {
            checkout().place(order("committed"));
            assertThat(isSent("committed")).isFalse();
        });
        assertThat(isSent("committed")).isTrue();
    }

    @Test
    void whatRollsBackIsNotSent() {
        assertThatIllegalStateException()
                .isThrownBy(() -> inTransaction().executeWithoutResult(status -> {
                    checkout().place(order("rolled-back"));
                    checkout().place(order("rolled-back"));
                }));
        assertThat(isSent("rolled-back")).isFalse();
    }

    @Test
    void theOutboxSendsAfterwardsAndOnce() {
        Outbox outbox = application.getBean(Outbox.class);
        outbox.place(order("outbox"));
        assertThat(isSent("outbox")).isFalse();
        outbox.sendWhatIsUnsent();
        outbox.sendWhatIsUnsent();
        assertThat(isSent("outbox")).isTrue();
        assertThat(application.getBean(Table.class).outbox()).isEmpty();
    }

    private static TransactionTemplate inTransaction() {
        return new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    private static Checkout checkout() {
        return application.getBean(Checkout.class);
    }

    private static Order order(String id) {
        return new Order(id, BigDecimal.ONE);
    }

    private static boolean isSent(String id) {
        return application
                .getBean(DelayQueueMessage.class)
                .find("order-timeout", id)
                .isPresent();
    }
}
