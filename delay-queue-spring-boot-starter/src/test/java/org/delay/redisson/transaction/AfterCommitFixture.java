package org.delay.redisson.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** A real database, and a queue whose sends wait for its commits. */
abstract class AfterCommitFixture {

    static final String TOPIC = "order-timeout";
    static final Duration LATER = Duration.ofHours(1);

    final InMemoryDelayQueue store = InMemoryDelayQueue.builder().build();
    final DelayQueueMessage queue = around(store);
    final DelayQueueMessageProducer producer = new DelayQueueMessageProducer(queue);
    final JdbcDataSource database = new JdbcDataSource();
    final DataSourceTransactionManager manager = new JdbcTransactionManager(database);
    final JdbcTemplate rows = new JdbcTemplate(database);

    @BeforeEach
    void createTable() {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        rows.execute("create table orders (id varchar(20) primary key)");
    }

    static DelayQueueMessage around(DelayQueueMessage queue) {
        return new AfterCommitQueue(queue, JsonOfTests::new, Limits.DEFAULTS);
    }

    void inTransaction(Consumer<TransactionStatus> work) {
        in(TransactionDefinition.PROPAGATION_REQUIRED, work);
    }

    void in(int propagation, Consumer<TransactionStatus> work) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        template.executeWithoutResult(work);
    }

    void insert(String id) {
        rows.update("insert into orders values (?)", id);
    }

    boolean isCommitted(String id) {
        return rows.queryForObject("select count(*) from orders where id = ?", Integer.class, id) == 1;
    }

    static OutgoingMessage message(String id) {
        return OutgoingMessage.to(TOPIC)
                .id(id)
                .body("body of " + id)
                .delay(LATER)
                .build();
    }

    Receipt send(String id) {
        return producer.sendMessage(message(id));
    }

    boolean isSent(String id) {
        return store.find(TOPIC, id).isPresent();
    }

    void assertSent(String... ids) {
        assertThat(store.list(TOPIC, DelayQueueMessage.State.DUE, null, 1000).messages())
                .extracting(stored -> stored.message().id())
                .containsExactlyInAnyOrder(ids);
    }
}
