package org.delay.redisson.examples.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.Receipt;
import org.delay.redisson.examples.Order;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(
        classes = AfterCommitExampleTest.Application.class,
        properties = {"delay.redisson.transaction=after-commit", "delay.redisson.auto-startup=false"})
@AutoConfigureDelayQueueTest
class AfterCommitExampleTest {

    private static final AtomicBoolean REFUSING = new AtomicBoolean();

    @Autowired
    private OrderService service;

    @Autowired
    private PlatformTransactionManager transactions;

    @Autowired
    private DelayQueueMessage queue;

    private List<String> scheduled() {
        return queue.list("order-timeout", State.DUE, null, 100).messages().stream()
                .map(stored -> stored.message().id())
                .toList();
    }

    @Test
    void theTimeoutOfAnOrderIsSentWithItAndCancelledWithItsPayment() {
        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            service.place(new Order("4711", BigDecimal.TEN));
            assertThat(scheduled()).isEmpty();
        });
        assertThat(scheduled()).containsExactly("4711");

        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            service.pay("4711");
            status.setRollbackOnly();
        });
        assertThat(scheduled()).containsExactly("4711");

        service.pay("4711");
        assertThat(scheduled()).isEmpty();
    }

    @Test
    void anOrderThatIsNotPlacedHasNoTimeout() {
        Order order = new Order("twice", BigDecimal.TEN);
        service.place(order);
        service.pay("twice");

        assertThatThrownBy(() -> service.place(order)).isInstanceOf(DuplicateKeyException.class);

        assertThat(scheduled()).isEmpty();
    }

    @Test
    void whatCouldNotBeSentIsKept() {
        Shop shop = new Shop(service);
        REFUSING.set(true);
        try {
            shop.order(new Order("late", BigDecimal.TEN));
        } finally {
            REFUSING.set(false);
        }
        assertThat(scheduled()).isEmpty();
        assertThat(shop.toSendLater()).extracting(OutgoingMessage::id).containsExactly("late");
        queue.schedule(shop.toSendLater());
        assertThat(scheduled()).containsExactly("late");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement
    @Import(OrderService.class)
    static class Application {

        @Bean
        DataSource database() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:after-commit-example;DB_CLOSE_DELAY=-1");
            return database;
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource database) {
            return new JdbcTransactionManager(database);
        }

        @Bean
        JdbcTemplate orders(DataSource database) {
            JdbcTemplate orders = new JdbcTemplate(database);
            orders.execute("create table if not exists orders (id varchar(20) primary key, state varchar(10))");
            return orders;
        }

        /** A Redis that refuses sends for a while. */
        @Bean
        static QueueDecorator outage() {
            return new QueueDecorator() {
                @Override
                public DelayQueueMessage decorate(DelayQueueMessage queue) {
                    return new ForwardingDelayQueue(queue) {
                        @Override
                        public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
                            if (REFUSING.get()) {
                                throw new Refused("order-timeout", List.of("late"), new IllegalStateException("down"));
                            }
                            return super.schedule(messages);
                        }
                    };
                }

                @Override
                public int order() {
                    return JOURNAL;
                }
            };
        }
    }
}
