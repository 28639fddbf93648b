package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.journal.jdbc.Fixture.key;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Relayed;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.ShardMark;
import org.junit.jupiter.api.Test;

/** The marks of shards, and what they say about confirmations. */
@StoreTest
class MarksContractTest {

    private static final Duration LEASE = Duration.ofMinutes(1);

    private final Fixture fixture;

    MarksContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
    }

    @Test
    void aMarkRises() {
        assertThat(fixture.store.marks()).isEmpty();

        assertThat(raise(ShardMark.unraised(3), 0)).hasValueSatisfying(now -> {
            assertThat(now.shard()).isEqualTo(3);
            assertThat(now.mark()).isEqualTo(1);
            assertThat(now.redis()).isEqualTo("replication-id");
            assertThat(now.lostFrom()).isNull();
        });
        assertThat(raise(mark(3), 1).orElseThrow().mark()).isEqualTo(2);
        assertThat(raise(ShardMark.unraised(0), 0).orElseThrow().mark()).isEqualTo(1);

        assertThat(fixture.store.marks()).extracting(ShardMark::shard).containsExactly(0, 3);
        assertThat(fixture.store.marks()).extracting(ShardMark::mark).containsExactly(1L, 2L);
    }

    /** The database was restored from an older backup. */
    @Test
    void aMarkRisesAboveWhatRedisHas() {
        assertThat(raise(ShardMark.unraised(0), 57).orElseThrow().mark()).isEqualTo(58);
    }

    @Test
    void whoKnowsAnOlderMarkChangesNothing() {
        ShardMark first = raise(ShardMark.unraised(0), 0).orElseThrow();
        ShardMark second = raise(first, 1).orElseThrow();

        assertThat(raise(first, 1)).isEmpty();
        assertThat(raise(ShardMark.unraised(0), 1)).isEmpty();
        assertThat(lost(first, 1)).isEmpty();
        assertThat(fixture.store.marks()).containsExactly(second);
    }

    @Test
    void ofManyInstancesOneRaisesAMark() {
        ShardMark known = ShardMark.unraised(0);
        for (int round = 1; round < 4; round++) {
            assertThat(raisedByEight(known)).containsExactly((long) round);
            known = mark(0);
        }
    }

    private Queue<Long> raisedByEight(ShardMark known) {
        Queue<Long> marks = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> raise(known, 0).ifPresent(now -> marks.add(now.mark())), threads))
                .toList()
                .forEach(CompletableFuture::join);
        threads.shutdown();
        return marks;
    }

    @Test
    void aLossIsRememberedUntilAllOfItIsRepaired() {
        ShardMark known = raise(ShardMark.unraised(0), 9).orElseThrow();

        ShardMark first = lost(known, 7).orElseThrow();
        assertThat(first.lostFrom()).isEqualTo(7);
        assertThat(first.soundFrom()).isEqualTo(first.mark()).isEqualTo(11);
        ShardMark second = lost(first, 9).orElseThrow();
        assertThat(second.lostFrom()).isEqualTo(7);
        assertThat(second.soundFrom()).isEqualTo(12);
        ShardMark third = lost(second, 5).orElseThrow();
        assertThat(third.lostFrom()).isEqualTo(5);

        repaired(first);
        repaired(second);
        assertThat(mark(0).lostFrom()).isEqualTo(5);
        repaired(third);
        assertThat(mark(0).lostFrom()).isNull();
        assertThat(mark(0).soundFrom()).isEqualTo(13);
    }

    @Test
    void aLossIsRepairedByOneInstanceAtATime() {
        ShardMark known = raise(ShardMark.unraised(0), 9).orElseThrow();
        assertThat(takesLoss(0)).isFalse();
        ShardMark lost = lost(known, 7).orElseThrow();

        assertThat(takesLoss(0)).isTrue();
        assertThat(takesLoss(0)).isFalse();
        pass(LEASE.plusSeconds(1));
        assertThat(takesLoss(0)).isTrue();
        keep(Duration.ZERO);
        assertThat(takesLoss(0)).isTrue();

        repaired(lost);
        pass(LEASE.plusSeconds(1));
        assertThat(takesLoss(0)).isFalse();
    }

    @Test
    void aLossIsTakenAfterTheClockWasSetBack() {
        lost(raise(ShardMark.unraised(0), 9).orElseThrow(), 7);
        assertThat(takesLoss(0)).isTrue();
        pass(Duration.ofDays(-1));

        assertThat(takesLoss(0)).isTrue();
    }

    /** Redis took it before it lost that, and the confirmation comes after. */
    @Test
    void aLateConfirmationIsNotRecorded() {
        MessageRevision before = fixture.waiting("before");
        MessageRevision late = fixture.waiting("late");
        MessageRevision other = fixture.waiting("other");
        MessageRevision after = fixture.waiting("after");
        fixture.relay(new Placement(0, 9), before);
        lost(raise(ShardMark.unraised(0), 8).orElseThrow(), 7);

        List<MessageKey> refused = fixture.transaction(() -> fixture.store.relayed(List.of(
                new Relayed(late, new Placement(0, 9)),
                new Relayed(other, new Placement(1, 9)),
                new Relayed(after, new Placement(0, 10)))));

        assertThat(refused).containsExactly(key("late"));

        assertThat(fixture.store.pending(List.of(key("before"), key("late"), key("other"), key("after"))))
                .extracting(row -> row.key().id())
                .containsExactly("late");
        assertThat(taken(7, 10)).containsExactly("before");
        assertThat(taken(7, 11)).containsExactly("after", "before");
        assertThat(taken(10, 11)).containsExactly("after");
    }

    /** A Redis that has no mark is empty, and may be the wrong one. */
    @Test
    void aShardThatWasMarkedTakesNothingWithoutAMark() {
        MessageRevision first = fixture.waiting("first");
        MessageRevision second = fixture.waiting("second");
        ShardMark one = raise(ShardMark.unraised(0), 0).orElseThrow();
        fixture.relay(new Placement(0, 0), first);
        raise(one, 1);
        fixture.relay(new Placement(0, 0), second);

        assertThat(fixture.store.pending(List.of(key("first"), key("second"))))
                .extracting(row -> row.key().id())
                .containsExactly("second");
    }

    @Test
    void anAuditStopsAfterTooManyOfAnHour() {
        assertThat(found(6)).isTrue();
        assertThat(found(4)).isTrue();
        assertThat(fixture.store.isAuditStopped()).isFalse();
        assertThat(found(1)).isFalse();
        assertThat(fixture.store.isAuditStopped()).isTrue();
        assertThat(found(0)).isFalse();
        assertThat(fixture.store.marks()).isEmpty();

        fixture.inTransaction(fixture.store::resumeAudit);
        assertThat(fixture.store.isAuditStopped()).isFalse();
        assertThat(found(10)).isTrue();
    }

    @Test
    void anAuditCountsEachHourAnew() {
        assertThat(found(10)).isTrue();
        pass(Duration.ofMinutes(61));
        assertThat(found(10)).isTrue();
        pass(Duration.ofDays(-1));
        assertThat(found(10)).isTrue();
        assertThat(found(1)).isFalse();
    }

    private boolean found(int absent) {
        return fixture.transaction(() -> fixture.store.auditFound(absent, 10));
    }

    private Optional<ShardMark> raise(ShardMark known, long met) {
        return fixture.transaction(() -> fixture.store.raiseMark(known, "replication-id", met));
    }

    private Optional<ShardMark> lost(ShardMark known, long from) {
        return fixture.transaction(() -> fixture.store.lost(known, "replication-id", from));
    }

    private void repaired(ShardMark known) {
        fixture.inTransaction(() -> fixture.store.repaired(known));
    }

    private boolean takesLoss(int shard) {
        return fixture.transaction(() -> fixture.store.takeLoss(shard, LEASE));
    }

    private void keep(Duration lease) {
        fixture.inTransaction(() -> fixture.store.keepLoss(0, lease));
    }

    private ShardMark mark(int shard) {
        return fixture.store.marks().stream()
                .filter(mark -> mark.shard() == shard)
                .findFirst()
                .orElseThrow();
    }

    private List<String> taken(long from, long before) {
        RowFilter filter = RowFilter.WAITING.takenSince(new Placement(0, from)).takenBefore(before);
        return fixture.store.page(filter, null, 10).rows().stream()
                .map(JournalRow::key)
                .map(key -> key.id())
                .toList();
    }

    private void pass(Duration time) {
        fixture.jdbc.update(
                "UPDATE delay_shard SET marked_at = marked_at - ?, repair_at = repair_at - ? WHERE service = ?",
                time.toMillis(),
                time.toMillis(),
                fixture.service);
    }
}
