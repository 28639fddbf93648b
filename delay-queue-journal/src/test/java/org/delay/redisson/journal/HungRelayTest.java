package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Of two relays, one hangs just before it tells Redis, and goes on when all has changed. */
@Execution(ExecutionMode.CONCURRENT)
class HungRelayTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private App hung;
    private App other;

    @BeforeEach
    void open() {
        HikariDataSource database = database(Databases.H2, 8);
        hung = hanging(database);
        other = app(database).started();
    }

    @AfterEach
    void release() {
        goesOn.countDown();
    }

    @Test
    void theNewestStays() throws Exception {
        hang(LATER);
        other.send("a", LATER.multipliedBy(2));

        goOn();

        assertThat(inRedis()).isEqualTo(inDatabase());
        awaitConfirmed();
        assertThat(inRedis()).isEqualTo(inDatabase());
        assertThat(other.redis().find(TOPIC, "a").orElseThrow().message().dueTime())
                .isAfter(other.redis().find(TOPIC, "a").orElseThrow().at().minus(Duration.ofMinutes(1)));
    }

    @Test
    void whatWasCancelledIsNotDelivered() throws Exception {
        hang(Duration.ZERO);
        assertThat(other.queue().cancel(TOPIC, "a")).isNotEqualTo(CancelResult.NOT_FOUND);

        goOn();

        assertNothingIsDelivered();
        assertThat(other.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    /** The other relay has found it by the sweep. */
    @Test
    void whatWasDeliveredIsNotDeliveredAgain() throws Exception {
        hang(Duration.ZERO);
        ClaimResult[] claim = new ClaimResult[1];
        await().atMost(LONG).until(() -> {
            claim[0] = claim();
            return !claim[0].messages().isEmpty();
        });
        other.queue().ack(claim[0].lease(), List.of("a"));
        await().atMost(LONG).until(() -> other.state("a") == MessageState.DELIVERED);

        goOn();

        assertNothingIsDelivered();
        assertThat(other.state("a")).isEqualTo(MessageState.DELIVERED);
    }

    private void hang(Duration delay) throws InterruptedException {
        hung.inTransaction(status -> hung.send("a", delay));
        hangs.await();
    }

    private void goOn() throws InterruptedException {
        goesOn.countDown();
        told.await();
    }

    private void assertNothingIsDelivered() {
        await().atMost(LONG).until(() -> {
            assertThat(claim().messages()).isEmpty();
            return !other.isInRedis("a");
        });
        awaitConfirmed();
        assertThat(other.isInRedis("a")).isFalse();
    }

    private int number;
    private final String claimer = UUID.randomUUID().toString();

    private ClaimResult claim() {
        number++;
        return other.queue()
                .claim(new ClaimRequest(
                        0, TOPIC, new ClaimId(claimer, number), Duration.ofSeconds(20), new ClaimLimit(100, 1L << 30)));
    }

    private void awaitConfirmed() {
        await().atMost(LONG).until(() -> other.journal().operations().backlog().pending() == 0);
    }

    private long inRedis() {
        return other.redis().revisions().orElseThrow().locate(List.of(new MessageName(TOPIC, "a"))).stream()
                .flatMap(Optional::stream)
                .mapToLong(StoredRevision::revision)
                .sum();
    }

    private long inDatabase() {
        return other.store()
                .find(new MessageKey(TOPIC, "a"))
                .orElseThrow()
                .version()
                .revision();
    }

    /** An application whose first relay hangs. */
    private App hanging(HikariDataSource database) {
        DelayQueueMessage bare = redisQueue();
        RevisionedStore revisions = (RevisionedStore) Proxy.newProxyInstance(
                RevisionedStore.class.getClassLoader(),
                new Class<?>[] {RevisionedStore.class},
                (self, method, args) -> {
                    boolean isRelay = method.getName().equals("relay");
                    if (isRelay) {
                        hangs.countDown();
                        goesOn.await();
                    }
                    try {
                        return method.invoke(bare.revisions().orElseThrow(), args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        if (isRelay) {
                            told.countDown();
                        }
                    }
                });
        DelayQueueMessage queue = new ForwardingDelayQueue(bare) {
            @Override
            public Optional<RevisionedStore> revisions() {
                return Optional.of(revisions);
            }
        };
        JournalStore store = JdbcJournalStore.builder(database).service(service).build();
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        Journal journal = closed(
                Journal.around(queue, () -> new JournalDatabase(store, database, manager), JournalSettings.DEFAULTS));
        var unused = bare.revisions().orElseThrow().prepare(message("any", LATER));
        return new App(bare, journal, store, manager).started();
    }
}
