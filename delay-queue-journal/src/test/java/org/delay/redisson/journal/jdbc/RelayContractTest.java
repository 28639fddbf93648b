package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.journal.jdbc.Fixture.DUE;
import static org.delay.redisson.journal.jdbc.Fixture.RETENTION;
import static org.delay.redisson.journal.jdbc.Fixture.key;
import static org.delay.redisson.journal.jdbc.Fixture.send;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Send;
import org.junit.jupiter.api.Test;

/** What is taken to be relayed, and what is left to others. */
@StoreTest
class RelayContractTest {

    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Longer than a test takes. */
    private static final Duration LONG = Duration.ofHours(1);

    private final Fixture fixture;

    RelayContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
    }

    @Test
    void aSweepLeavesTheCommittingThreadTimeToRelay() {
        fixture.waiting("a");

        assertThat(fixture.lookedAtAfter("a")).isEqualTo(GRACE);
        fixture.pass(LONG.negated());
        assertThat(fixture.takePending(10)).isEmpty();
        fixture.pass(LONG.plus(GRACE));
        assertThat(fixture.takePending(10)).containsExactly("a");
    }

    @Test
    void whatIsTakenIsPutOffLongerEachTime() {
        fixture.waiting("a");
        fixture.pass(GRACE);
        for (int seconds : List.of(30, 60, 120, 240, 300, 300)) {
            assertThat(fixture.takePending(10)).containsExactly("a");
            fixture.pass(Duration.ofSeconds(seconds - 20));
            assertThat(fixture.takePending(10)).isEmpty();
            fixture.pass(Duration.ofSeconds(20));
        }
    }

    @Test
    void whatWasTakenAndNotRelayedComesAgain() {
        fixture.waiting("a");
        fixture.pass(GRACE);
        fixture.takePending(10);

        fixture.pass(Duration.ofSeconds(30));

        assertThat(fixture.takePending(10)).containsExactly("a");
    }

    @Test
    void theLongestDueComesFirst() {
        for (String id : List.of("z", "m", "a")) {
            fixture.waiting(id);
            fixture.pass(GRACE);
        }

        assertThat(fixture.takePending(2)).containsExactly("z", "m");
        assertThat(fixture.takePending(2)).containsExactly("a");
    }

    @Test
    void twoRelaysTakeDifferentRows() {
        List<String> ids = IntStream.range(0, 40).mapToObj(i -> "id-" + i).toList();
        fixture.inTransaction(
                () -> fixture.store.record(ids.stream().map(Fixture::send).toList()));
        fixture.pass(GRACE);

        List<String> taken = new ArrayList<>();
        fixture.database.transactions().executeWithoutResult(first -> {
            fixture.store.takePending(15).forEach(row -> taken.add(row.key().id()));
            Elsewhere.run(() -> taken.addAll(fixture.takePending(40)));
        });
        // H2 locks all rows that are due, so the second relay has found none.
        assertThat(taken).hasSize(fixture.database.name().equals("h2") ? 15 : 40);
        taken.addAll(fixture.takePending(40));

        assertThat(taken).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void nobodyWaitsForABusinessTransaction() {
        MessageRevision held = fixture.waiting("held");
        MessageRevision free = fixture.waiting("free");
        fixture.pass(GRACE);

        fixture.database.defaultTransactions().executeWithoutResult(business -> {
            fixture.store.reschedule(key("held"), DUE);
            Elsewhere.run(() -> {
                assertThat(fixture.takePending(10)).containsExactly("free");
                fixture.relay(held, free);
                assertThat(fixture.transaction(() -> fixture.store.relayAgain(List.of(held, free))))
                        .containsExactly(key("free"));
                assertThat(fixture.transaction(() -> fixture.store.takeOverdue(10)))
                        .isEmpty();
                assertThat(fixture.store.versions(List.of(key("held")))).hasSize(1);
            });
            business.setRollbackOnly();
        });

        assertThat(fixture.takePending(10)).containsExactlyInAnyOrder("held", "free");
    }

    @Test
    void whatIsRelayedIsNotTakenAgain() {
        MessageRevision relayed = fixture.waiting("a");
        fixture.relay(new Placement(3, 17), relayed);
        fixture.pass(GRACE);

        assertThat(fixture.takePending(10)).isEmpty();
        assertThat(fixture.store.pending(List.of(key("a")))).isEmpty();
        JournalRow row = fixture.store.find(key("a")).orElseThrow();
        assertThat(row.placement()).isEqualTo(new Placement(3, 17));
        assertThat(row.trail().pending()).isFalse();
        assertThat(row.version().state()).isEqualTo(MessageState.WAITING);
    }

    @Test
    void anOlderRevisionThatWasRelayedChangesNothing() {
        MessageRevision old = fixture.waiting("a");
        fixture.waiting("a");
        fixture.relay(old);
        fixture.pass(GRACE);

        assertThat(fixture.takePending(10)).containsExactly("a");
    }

    @Test
    void aChangeIsRelayedAtOnceThoughEarlierTriesFailed() {
        fixture.waiting("a");
        fixture.pass(GRACE);
        fixture.takePending(10);
        fixture.pass(Duration.ofSeconds(30));
        fixture.takePending(10);

        fixture.inTransaction(() -> fixture.store.reschedule(key("a"), DUE));
        fixture.pass(GRACE);

        assertThat(fixture.takePending(10)).containsExactly("a");
    }

    @Test
    void aCancelIsRelayedThenPurged() {
        fixture.relay(fixture.waiting("a"));
        fixture.inTransaction(() -> fixture.store.cancel(List.of(key("a"))));
        fixture.pass(GRACE);

        JournalRow cancelled =
                fixture.transaction(() -> fixture.store.takePending(10)).get(0);
        assertThat(cancelled.version().state()).isEqualTo(MessageState.CANCELLED);
        fixture.relay(cancelled.revision());

        assertThat(fixture.store.backlog().pending()).isZero();
        fixture.pass(RETENTION.plus(Duration.between(Instant.now(), DUE)).minusMinutes(1));
        assertThat(fixture.<Integer>transaction(() -> fixture.store.purge(10))).isZero();
        fixture.pass(Duration.ofMinutes(2));
        assertThat(fixture.<Integer>transaction(() -> fixture.store.purge(10))).isEqualTo(1);
    }

    @Test
    void relayingAgainIsForTheSameRevisionThatWaits() {
        MessageRevision waiting = fixture.waiting("waiting");
        MessageRevision old = fixture.waiting("replaced");
        MessageRevision replaced = fixture.waiting("replaced");
        MessageRevision delivered = fixture.waiting("delivered");
        fixture.relay(waiting, replaced, delivered);
        fixture.end(delivered, MessageState.DELIVERED);

        fixture.inTransaction(() -> fixture.store.relayAgain(List.of(waiting, old, delivered)));

        assertThat(fixture.takePending(10)).containsExactly("waiting");
    }

    @Test
    void anOverdueMessageIsAudited() {
        MessageRevision relayed = fixture.waiting("a");
        fixture.relay(relayed);
        fixture.pass(Duration.between(Instant.now(), DUE).plusMinutes(9));
        assertThat(fixture.transaction(() -> fixture.store.takeOverdue(10))).isEmpty();
        fixture.pass(Duration.ofMinutes(2));

        assertThat(fixture.transaction(() -> fixture.store.takeOverdue(10)))
                .extracting(JournalRow::revision)
                .containsExactly(relayed);
        assertThat(fixture.transaction(() -> fixture.store.takeOverdue(10))).isEmpty();
        fixture.pass(Duration.ofMinutes(10));
        assertThat(fixture.transaction(() -> fixture.store.takeOverdue(10))).hasSize(1);
    }

    @Test
    void largeMessagesOfHintsComeInSmallerPortions() {
        Set<MessageKey> left = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            JournalMessage large = new JournalMessage(key("id-" + i), null, DUE, 4, new byte[1024 * 1024]);
            left.add(fixture.recorded(new Send(large, OnWaiting.REPLACE)).key());
        }

        while (!left.isEmpty()) {
            List<JournalRow> some = fixture.store.pending(left);
            assertThat(some).hasSizeBetween(1, 4);
            some.forEach(row -> left.remove(row.key()));
        }
    }

    @Test
    void largeMessagesComeInSmallerPortions() {
        for (int i = 0; i < 9; i++) {
            JournalMessage large = new JournalMessage(key("id-" + i), null, DUE, 4, new byte[1024 * 1024]);
            fixture.recorded(new Send(large, OnWaiting.REPLACE));
        }
        fixture.pass(GRACE);

        assertThat(fixture.takePending(200)).hasSize(4);
        assertThat(fixture.takePending(200)).hasSize(4);
        assertThat(fixture.takePending(200)).hasSize(1);
    }

    @Test
    void topicsAreRelayedTogether() {
        List<MessageKey> keys = IntStream.range(0, 30)
                .mapToObj(i -> new MessageKey("topic-" + i % 5, "id-" + i % 10))
                .distinct()
                .toList();
        fixture.inTransaction(() -> fixture.store.record(keys.stream()
                .map(key -> new Send(new JournalMessage(key, null, DUE, 4, new byte[0]), OnWaiting.REPLACE))
                .toList()));
        fixture.pass(GRACE);

        List<JournalRow> taken = fixture.transaction(() -> fixture.store.takePending(200));
        fixture.relay(taken.stream().map(JournalRow::revision).toArray(MessageRevision[]::new));

        assertThat(taken).extracting(JournalRow::key).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(fixture.store.backlog()).isEqualTo(new Backlog(0, Duration.ZERO));
    }

    @Test
    void backlogTellsTheOldest() {
        fixture.recorded(send("a"));
        fixture.jdbc.update(
                "UPDATE delay_message SET changed_at = changed_at - 3600000 WHERE service = ?", fixture.service);
        fixture.recorded(send("b"));

        assertThat(fixture.store.backlog().pending()).isEqualTo(2);
        assertThat(fixture.store.backlog().oldest()).isBetween(Duration.ofMinutes(60), Duration.ofMinutes(62));
    }
}
