package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * After a change of the number of shards, a bulk redrive has recorded its dead letters, and hangs before it tells Redis. The sweep
 * of another instance relays them meanwhile, to the shards that new messages go to.
 */
@Execution(ExecutionMode.CONCURRENT)
class SlowRedriveTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final DeadLetterFilter ALL = DeadLetterFilter.of(TOPIC);
    private static final List<String> IDS =
            IntStream.range(0, 30).mapToObj(i -> "m-" + i).toList();
    private static final int SHARDS = 8;

    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private App slow;
    private App other;
    private CompletableFuture<BulkResult> redriven;

    @BeforeEach
    void letTheSweepComeFirst() throws Exception {
        HikariDataSource database = database(Databases.H2, 8);
        other = app(database).started();
        slow = hanging(database);
        IDS.forEach(id -> other.send(id, Duration.ZERO));
        await().atMost(LONG).until(() -> other.redis().counts(TOPIC).due() == IDS.size());
        bury(claim(0));
        other.queue().changeShards(SHARDS);

        redriven = CompletableFuture.supplyAsync(() -> slow.queue().redriveDead(ALL));
        hangs.await();
        relay();
    }

    @AfterEach
    void release() {
        goesOn.countDown();
    }

    @Test
    void eachIsDueOnce() {
        goOn();

        assertThat(other.redis().counts(TOPIC).dead()).isZero();
        assertThat(claimAll()).containsExactlyInAnyOrderElementsOf(IDS);
    }

    @Test
    void whatWasDeliveredMeanwhileIsNotDueAgain() {
        assertThat(claimAll()).containsExactlyInAnyOrderElementsOf(IDS);

        goOn();

        assertThat(other.redis().counts(TOPIC).dead()).isZero();
        assertThat(other.redis().counts(TOPIC).due()).isZero();
    }

    /** The second operator finds them waiting. */
    @Test
    void aSecondOperatorChangesNothing() {
        assertThat(other.queue().redriveDead(ALL)).isEqualTo(new BulkResult(0, IDS.size(), false));

        goOn();

        assertThat(other.redis().counts(TOPIC).dead()).isZero();
        assertThat(claimAll()).containsExactlyInAnyOrderElementsOf(IDS);
    }

    private void goOn() {
        goesOn.countDown();
        assertThat(redriven.join()).isEqualTo(new BulkResult(IDS.size(), 0, false));
        awaitConfirmed();
    }

    /** As if 5 s had passed since the redrive was recorded. */
    private void relay() {
        List<MessageRevision> recorded = new ArrayList<>();
        other.store()
                .versions(IDS.stream().map(id -> new MessageKey(TOPIC, id)).toList())
                .forEach((key, row) -> recorded.add(new MessageRevision(key, row.revision())));
        // Rows that another transaction holds at the moment are left out.
        await().atMost(LONG)
                .untilAsserted(() -> other.inTransaction(
                        status -> assertThat(other.store().relayAgain(recorded)).hasSize(IDS.size())));
        awaitConfirmed();
    }

    private void awaitConfirmed() {
        await().atMost(LONG).until(() -> other.journal().operations().backlog().pending() == 0);
    }

    private void bury(ClaimResult claim) {
        assertThat(claim.messages()).hasSize(IDS.size());
        var unused = other.queue()
                .bury(
                        claim.lease(),
                        IDS.stream()
                                .map(id -> new GivenUp(id, "no use", false, false))
                                .toList());
    }

    /**
     * Claims and settles all messages, in any shard. A redrive on a busy machine makes them due a little later than now: it
     * knows Redis's clock no better than its answers were fast.
     */
    private List<String> claimAll() {
        List<String> ids = new ArrayList<>();
        await().atMost(LONG).until(() -> {
            ids.addAll(claimDue());
            return other.redis().counts(TOPIC).due() == 0;
        });
        return ids;
    }

    private List<String> claimDue() {
        List<String> ids = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            ClaimResult claim = claim(shard);
            List<String> here =
                    claim.messages().stream().map(one -> one.message().id()).toList();
            ids.addAll(here);
            if (!here.isEmpty()) {
                var unused = other.queue().ack(claim.lease(), here);
            }
        }
        return ids;
    }

    private int number;
    private final String claimer = UUID.randomUUID().toString();

    private ClaimResult claim(int shard) {
        number++;
        return other.queue()
                .claim(new ClaimRequest(
                        shard,
                        TOPIC,
                        new ClaimId(claimer, number),
                        Duration.ofSeconds(20),
                        new ClaimLimit(100, 1L << 30)));
    }

    /** An application that does not relay, and whose first redrive hangs. */
    private App hanging(HikariDataSource database) {
        DelayQueueMessage bare = redisQueue();
        RevisionedStore revisions = (RevisionedStore) Proxy.newProxyInstance(
                RevisionedStore.class.getClassLoader(),
                new Class<?>[] {RevisionedStore.class},
                (self, method, args) -> {
                    if (method.getName().equals("redrive")) {
                        hangs.countDown();
                        goesOn.await();
                    }
                    try {
                        return method.invoke(bare.revisions().orElseThrow(), args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
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
        return new App(bare, journal, store, manager);
    }
}
