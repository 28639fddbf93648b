package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.delay.redisson.journal.jdbc.Fixture.DUE;
import static org.delay.redisson.journal.jdbc.Fixture.RETENTION;
import static org.delay.redisson.journal.jdbc.Fixture.key;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.junit.jupiter.api.Test;

/** How messages end, what is asked before a delivery, and when rows go. */
@StoreTest
class EndContractTest {

    private final Fixture fixture;

    EndContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
    }

    @Test
    void aBatchEndsEachInItsWay() {
        List<MessageState> ends = List.of(MessageState.DELIVERED, MessageState.EXPIRED, MessageState.DEAD);
        List<Ending> endings = IntStream.range(0, 30)
                .mapToObj(i -> new Ending(fixture.waiting("id-" + i), ends.get(i % 3)))
                .toList();

        Map<MessageKey, EndResult> results = fixture.transaction(() -> fixture.store.end(endings));

        assertThat(results).hasSize(30);
        assertThat(results.values()).containsOnly(EndResult.RECORDED);
        assertThat(endings)
                .allSatisfy(ending -> assertThat(
                                fixture.store.find(ending.key()).orElseThrow().version())
                        .isEqualTo(new RowVersion(ending.revision().revision(), ending.end())));
        assertThat(fixture.store.backlog().pending()).isZero();
    }

    /** So that its history has it once. */
    @Test
    void aRepeatedEndIsKnown() {
        Ending delivered = new Ending(fixture.waiting("a"), MessageState.DELIVERED);
        fixture.transaction(() -> fixture.store.end(List.of(delivered)));

        assertThat(fixture.transaction(() -> fixture.store.end(List.of(delivered))))
                .containsExactly(Map.entry(key("a"), EndResult.KNOWN));
    }

    @Test
    void anOlderRevisionEndsNothing() {
        MessageRevision old = fixture.waiting("a");
        fixture.waiting("a");

        assertThat(end(old)).isEqualTo(EndResult.SUPERSEDED);
        assertThat(fixture.state("a")).isEqualTo(MessageState.WAITING);
    }

    @Test
    void whatWasCancelledStaysCancelled() {
        MessageRevision waiting = fixture.waiting("a");
        fixture.transaction(() -> fixture.store.cancel(List.of(key("a"))));

        assertThat(end(waiting)).isEqualTo(EndResult.SUPERSEDED);
        assertThat(fixture.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    @Test
    void aDatabaseThatWasSetBackLearnsTheEndOfALaterRevision() {
        MessageRevision delivered =
                new MessageRevision(key("a"), fixture.waiting("a").revision() + 5);

        assertThat(end(delivered)).isEqualTo(EndResult.RECORDED);
        assertThat(fixture.store.find(key("a")).orElseThrow().revision()).isEqualTo(delivered);
        assertThat(fixture.state("a")).isEqualTo(MessageState.DELIVERED);
    }

    @Test
    void anUnknownMessageIsAbsent() {
        assertThat(end(new MessageRevision(key("unknown"), 1))).isEqualTo(EndResult.ABSENT);
    }

    @Test
    void aRowThatABusinessTransactionHoldsIsLeftForLater() {
        MessageRevision held = fixture.waiting("held");
        MessageRevision free = fixture.waiting("free");

        fixture.database.defaultTransactions().executeWithoutResult(business -> {
            fixture.store.cancel(List.of(key("held")));
            Elsewhere.run(() -> assertThat(fixture.transaction(() -> fixture.store.end(List.of(
                            new Ending(held, MessageState.DELIVERED), new Ending(free, MessageState.DELIVERED)))))
                    .containsOnly(
                            Map.entry(key("held"), EndResult.LOCKED), Map.entry(key("free"), EndResult.RECORDED)));
            business.setRollbackOnly();
        });

        assertThat(end(held)).isEqualTo(EndResult.RECORDED);
    }

    /** Nothing of the row is lost when it ends. */
    @Test
    void whatDidNotEndWaitsAgainAndIsAudited() {
        MessageRevision relayed = fixture.waiting("relayed");
        fixture.relay(relayed);
        fixture.end(relayed, MessageState.DEAD);

        assertThat(reopen(relayed, MessageState.DEAD)).containsExactly(key("relayed"));

        assertThat(fixture.state("relayed")).isEqualTo(MessageState.WAITING);
        assertThat(fixture.content("relayed")).isEqualTo("body of relayed");
        assertThat(fixture.store.pending(List.of(key("relayed")))).isEmpty();
        fixture.pass(Duration.ofHours(2));
        assertThat(fixture.transaction(() -> fixture.store.takeOverdue(10)))
                .extracting(JournalRow::revision)
                .containsExactly(relayed);
        assertThat(end(relayed)).isEqualTo(EndResult.RECORDED);
    }

    /** With an audit only, it would count as uncertain, and no restore would send it again. */
    @Test
    void whatDidNotEndIsRelayedIfItsPlaceIsUnknown() {
        MessageRevision ended = fixture.waiting("a");
        fixture.end(ended, MessageState.DELIVERED);

        assertThat(reopen(ended, MessageState.DELIVERED)).containsExactly(key("a"));

        assertThat(fixture.store.pending(List.of(key("a")))).hasSize(1);
    }

    @Test
    void onlyTheEndThatIsNamedIsTakenBack() {
        MessageRevision delivered = fixture.waiting("a");
        fixture.end(delivered, MessageState.DELIVERED);

        assertThat(reopen(delivered, MessageState.DEAD)).isEmpty();
        assertThat(reopen(new MessageRevision(key("a"), delivered.revision() - 1), MessageState.DELIVERED))
                .isEmpty();
        assertThat(reopen(new MessageRevision(key("unknown"), 1), MessageState.DELIVERED))
                .isEmpty();
        assertThat(fixture.state("a")).isEqualTo(MessageState.DELIVERED);
    }

    private List<MessageKey> reopen(MessageRevision revision, MessageState end) {
        return fixture.transaction(() -> fixture.store.reopen(List.of(new Ending(revision, end))));
    }

    @Test
    void versionsAreWhatIsCommitted() {
        MessageRevision a = fixture.waiting("a");
        MessageRevision b = fixture.waiting("b");
        fixture.end(b, MessageState.DELIVERED);

        fixture.database.defaultTransactions().executeWithoutResult(business -> {
            fixture.store.cancel(List.of(key("a")));
            Elsewhere.run(() -> assertThat(fixture.store.versions(List.of(key("a"), key("b"), key("c"))))
                    .containsOnly(
                            Map.entry(key("a"), new RowVersion(a.revision(), MessageState.WAITING)),
                            Map.entry(key("b"), new RowVersion(b.revision(), MessageState.DELIVERED))));
        });
    }

    @Test
    void changesAreForWhatWaits() {
        MessageRevision ended = fixture.waiting("ended");
        fixture.end(ended, MessageState.DELIVERED);
        MessageRevision cancelled = fixture.waiting("cancelled");
        fixture.transaction(() -> fixture.store.cancel(List.of(key("cancelled"))));

        for (MessageRevision revision : List.of(ended, cancelled, new MessageRevision(key("unknown"), 1))) {
            assertThat(fixture.transaction(() -> fixture.store.redrive(revision, DUE)))
                    .isEmpty();
        }
        for (String id : List.of("ended", "cancelled", "unknown")) {
            assertThat(fixture.transaction(() -> fixture.store.reschedule(key(id), DUE)))
                    .isEmpty();
            assertThat(fixture.transaction(() -> fixture.store.cancel(List.of(key(id)))))
                    .isEmpty();
        }
    }

    @Test
    void severalAreCancelledAtOnce() {
        MessageRevision a = fixture.waiting("a");
        fixture.waiting("b");
        fixture.end(fixture.waiting("ended"), MessageState.EXPIRED);

        Map<MessageKey, RowVersion> cancelled = fixture.transaction(
                () -> fixture.store.cancel(List.of(key("ended"), key("b"), key("a"), key("unknown"))));

        assertThat(cancelled.keySet()).containsExactlyInAnyOrder(key("a"), key("b"));
        assertThat(cancelled.get(key("a")).state()).isEqualTo(MessageState.CANCELLED);
        assertThat(cancelled.get(key("a")).revision()).isGreaterThan(a.revision());
        assertThat(fixture.state("ended")).isEqualTo(MessageState.EXPIRED);
    }

    @Test
    void rescheduledMessageHasItsNewTime() {
        MessageRevision before = fixture.waiting("a");
        fixture.relay(before);
        Instant later = DUE.plusSeconds(60);

        RowVersion after = fixture.transaction(() -> fixture.store.reschedule(key("a"), later))
                .orElseThrow();

        assertThat(after.revision()).isGreaterThan(before.revision());
        assertThat(fixture.store.pending(List.of(key("a"))))
                .extracting(row -> row.message().dueAt(), row -> row.version())
                .containsExactly(tuple(later, after));
        assertThat(fixture.content("a")).isEqualTo("body of a");
    }

    @Test
    void aRedrivenDeadLetterWaitsUnderANewRevision() {
        MessageRevision dead = fixture.waiting("a");
        fixture.end(dead, MessageState.DEAD);

        RowVersion redriven =
                fixture.transaction(() -> fixture.store.redrive(dead, DUE)).orElseThrow();

        assertThat(redriven.state()).isEqualTo(MessageState.WAITING);
        assertThat(redriven.revision()).isGreaterThan(dead.revision());
        assertThat(fixture.store.pending(List.of(key("a")))).hasSize(1);
        assertThat(fixture.transaction(() -> fixture.store.redrive(dead, DUE))).isEmpty();
    }

    /** It could not be recorded at its time, for example because the row was locked. */
    @Test
    void aLateEndOfTheFirstLifeDoesNotEndTheSecondOne() {
        MessageRevision dead = fixture.waiting("a");
        assertThat(fixture.transaction(() -> fixture.store.redrive(dead, DUE))).isPresent();

        fixture.transaction(() -> fixture.store.end(List.of(new Ending(dead, MessageState.DEAD))));

        assertThat(fixture.state("a")).isEqualTo(MessageState.WAITING);
    }

    @Test
    void rowsArePurgedAfterTheirRetentionWithTheirHistory() {
        MessageRevision ended = fixture.waiting("ended");
        MessageRevision waiting = fixture.waiting("waiting");
        fixture.relay(ended, waiting);
        fixture.transaction(() -> {
            fixture.store.append(List.of(
                    new HistoryEvent(ended, Change.SENT, null, null, null),
                    new HistoryEvent(waiting, Change.SENT, null, null, null)));
            return fixture.store.end(List.of(new Ending(ended, MessageState.DELIVERED)));
        });

        Duration untilDue = Duration.between(Instant.now(), DUE);
        fixture.pass(untilDue.plus(RETENTION).minusMinutes(1));
        assertThat(purged(10)).isZero();
        fixture.pass(Duration.ofMinutes(2));
        assertThat(purged(10)).isEqualTo(1);

        assertThat(fixture.store.find(key("ended"))).isEmpty();
        assertThat(fixture.store.history(key("ended"), 10)).isEmpty();
        assertThat(fixture.state("waiting")).isEqualTo(MessageState.WAITING);
        assertThat(fixture.store.history(key("waiting"), 10)).hasSize(1);
    }

    @Test
    void purgeIsBounded() {
        for (int i = 0; i < 5; i++) {
            fixture.end(fixture.waiting("id-" + i), MessageState.DELIVERED);
        }
        fixture.pass(Duration.ofDays(30));

        assertThat(purged(3)).isEqualTo(3);
        assertThat(purged(3)).isEqualTo(2);
    }

    @Test
    void deadLettersStayUntilTheyAreForgotten() {
        MessageRevision dead = fixture.waiting("a");
        fixture.end(dead, MessageState.DEAD);
        fixture.end(fixture.waiting("delivered"), MessageState.DELIVERED);
        fixture.pass(Duration.ofDays(300));
        assertThat(purged(10)).isEqualTo(1);

        assertThat(fixture.<Integer>transaction(() -> fixture.store.forgetDead(List.of(key("a"), key("unknown")))))
                .isEqualTo(1);

        assertThat(fixture.transaction(() -> fixture.store.redrive(dead, DUE))).isEmpty();
        assertThat(purged(10)).isZero();
        fixture.pass(RETENTION.plusHours(2));
        assertThat(purged(10)).isEqualTo(1);
    }

    private EndResult end(MessageRevision revision) {
        return fixture.transaction(() -> fixture.store.end(List.of(new Ending(revision, MessageState.DELIVERED))))
                .get(revision.key());
    }

    private int purged(int limit) {
        return fixture.transaction(() -> fixture.store.purge(limit));
    }
}
