package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.delay.redisson.journal.jdbc.Fixture.DUE;
import static org.delay.redisson.journal.jdbc.Fixture.keep;
import static org.delay.redisson.journal.jdbc.Fixture.key;
import static org.delay.redisson.journal.jdbc.Fixture.message;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Send;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/** Many write the same rows at once: none fails, and nothing is lost. */
@StoreTest
class ConcurrencyContractTest {

    private static final int THREADS = 8;
    private static final int ROUNDS = 20;

    private final Fixture fixture;

    ConcurrencyContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
    }

    @Test
    void replacementsOfOneIdHaveRevisionsOfTheirOwn() throws Exception {
        Queue<Recorded> recorded = new ConcurrentLinkedQueue<>();
        Queue<String> contents = new ConcurrentLinkedQueue<>();

        inThreads(thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                Send send = new Send(message("a", thread + "-" + i), OnWaiting.REPLACE);
                fixture.inTransaction(() -> {
                    recorded.addAll(fixture.store.record(List.of(send)));
                    contents.add(fixture.content("a"));
                });
            }
            return null;
        });

        assertThat(recorded)
                .extracting(Recorded::revision)
                .doesNotHaveDuplicates()
                .hasSize(THREADS * ROUNDS);
        assertThat(contents).doesNotHaveDuplicates();
        assertThat(fixture.store.find(key("a")).orElseThrow().version().revision())
                .isEqualTo(recorded.stream().mapToLong(Recorded::revision).max().orElseThrow());
    }

    @Test
    void onlyOneKeeps() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            String id = "id-" + i;
            Queue<Recorded> recorded = new ConcurrentLinkedQueue<>();

            inThreads(thread -> recorded.add(fixture.recorded(new Send(message(id, "of " + thread), OnWaiting.KEEP))));

            assertThat(recorded).filteredOn(Recorded::written).hasSize(1);
            assertThat(recorded)
                    .extracting(Recorded::revision)
                    .containsOnly(recorded.peek().revision());
        }
    }

    /** In the default isolation of MySQL and MariaDB, the transaction's snapshot is older than the row that it keeps. */
    @Test
    void aSendKeepsWhatWasSentAfterItsTransactionBegan() {
        Recorded kept = fixture.database.defaultTransactions().execute(status -> {
            assertThat(fixture.store.find(key("a"))).isEmpty();
            long revision = CompletableFuture.supplyAsync(() -> fixture.waiting("a"))
                    .join()
                    .revision();
            Recorded answer = fixture.store.record(List.of(keep("a"))).get(0);
            assertThat(answer.revision()).isEqualTo(revision);
            return answer;
        });

        assertThat(kept.written()).isFalse();
        assertThat(kept.dueAt()).isEqualTo(DUE);
    }

    @Test
    void onlyOneCancels() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            String id = "id-" + i;
            fixture.waiting(id);

            List<Boolean> cancelled =
                    inThreads(thread -> fixture.transaction(() -> fixture.store.cancel(List.of(key(id))))
                            .containsKey(key(id)));

            assertThat(cancelled).containsOnlyOnce(true);
            assertThat(fixture.state(id)).isEqualTo(MessageState.CANCELLED);
        }
    }

    @Test
    void bulksOfTheSameIdsDoNotDeadlock() throws Exception {
        bulks(fixture.database.transactions());
    }

    @Test
    void bulksDoNotDeadlockInTheDatabasesDefaultIsolation() throws Exception {
        assumeThat(fixture.database.name())
                .as("docs/journal.md asks for READ COMMITTED on MySQL")
                .isNotEqualTo("mysql");
        bulks(fixture.database.defaultTransactions());
    }

    /** What is purged may be sent again at that moment: no send fails, and no row that waits is purged. */
    @Test
    void idsAreUsedAgainWhileTheirRowsArePurged() throws Exception {
        JournalStore store = JdbcJournalStore.builder(fixture.database.dataSource())
                .service(fixture.service)
                .retention(Duration.ZERO)
                .build();
        AtomicInteger purged = new AtomicInteger();

        inThreads(thread -> {
            for (int i = 0; i < ROUNDS * 3; i++) {
                if (thread % 4 == 0) {
                    repeated(() -> purged.addAndGet(fixture.transaction(() -> store.purge(5))));
                } else {
                    String id = "id-" + (thread + i) % 5;
                    repeated(() -> fixture.inTransaction(
                            () -> end(store, store.record(List.of(due(id))).get(0))));
                }
            }
            return null;
        });

        List<Send> sends = IntStream.range(0, 5).mapToObj(i -> due("id-" + i)).toList();
        fixture.inTransaction(() -> store.record(sends));
        purged.addAndGet(fixture.transaction(() -> store.purge(10)));
        assertThat(purged).hasPositiveValue();
        sends.forEach(send -> assertThat(fixture.store
                        .find(send.message().key())
                        .orElseThrow()
                        .version()
                        .state())
                .isEqualTo(MessageState.WAITING));
    }

    /** As the journal does: MySQL locks gaps for the insert that meets a deleted row, and lets one of two transactions go. */
    private static void repeated(Runnable transaction) {
        for (int tries = 1; ; tries++) {
            try {
                transaction.run();
                return;
            } catch (TransientDataAccessException e) {
                if (tries == 4) {
                    throw e;
                }
            }
        }
    }

    private static Send due(String id) {
        return new Send(new JournalMessage(key(id), null, Instant.EPOCH, 4, new byte[0]), OnWaiting.REPLACE);
    }

    private static void end(JournalStore store, Recorded recorded) {
        store.end(
                List.of(new Ending(new MessageRevision(recorded.key(), recorded.revision()), MessageState.DELIVERED)));
    }

    private void bulks(TransactionTemplate transactions) throws Exception {
        List<List<Recorded>> recorded = inThreads(thread -> {
            List<Recorded> all = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                List<Send> sends = shuffled(thread * ROUNDS + i);
                all.addAll(transactions.execute(status -> fixture.store.record(sends)));
            }
            return all;
        });

        for (int i = 0; i < 10; i++) {
            String id = "id-" + i;
            List<Long> revisions = recorded.stream()
                    .flatMap(List::stream)
                    .filter(row -> row.written() && row.key().equals(key(id)))
                    .map(Recorded::revision)
                    .toList();
            assertThat(revisions).doesNotHaveDuplicates().isNotEmpty();
            assertThat(fixture.store.find(key(id)).orElseThrow().version().revision())
                    .isEqualTo(Collections.max(revisions));
        }
    }

    private static List<Send> shuffled(int seed) {
        Random random = new Random(seed);
        List<Send> sends = new ArrayList<>(IntStream.range(0, 10)
                .mapToObj(i -> new Send(
                        message("id-" + i, "of " + seed), random.nextBoolean() ? OnWaiting.KEEP : OnWaiting.REPLACE))
                .toList());
        Collections.shuffle(sends, random);
        return sends;
    }

    private static <T> List<T> inThreads(Work<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<T> results = new ArrayList<>();
            List<Callable<T>> calls = IntStream.range(0, THREADS)
                    .<Callable<T>>mapToObj(thread -> () -> work.of(thread))
                    .toList();
            for (Future<T> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Work<T> {

        T of(int thread) throws Exception;
    }
}
