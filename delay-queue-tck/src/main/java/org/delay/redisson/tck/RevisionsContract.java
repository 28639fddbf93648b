package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages are prepared before they are stored. A revision stays with its message, and can be looked up. */
abstract class RevisionsContract extends RevisionsFixture {

    // Preparing

    @Test
    void whatIsPreparedIsNotStored() {
        Instant before = now();

        PreparedMessage prepared = store.prepare(
                OutgoingMessage.to(TOPIC).body("text").delay(LATER).priority(8).build());

        assertThat(prepared.topic()).isEqualTo(TOPIC);
        assertThat(prepared.id()).matches("[\\w-]{14,22}");
        assertThat(prepared.priority()).isEqualTo(8);
        assertThat(prepared.dueTime())
                .isBetween(before.plus(LATER), now().plus(LATER).plus(GENEROUS));
        assertGone(prepared.id());
        assertCounts(0, 0, 0);
    }

    @Test
    void aDueTimeInThePastIsPreparedAsNowIfTheTimeIsKnown() {
        send(message("b"));
        Instant before = now();

        Instant due = store.prepare(OutgoingMessage.to(TOPIC)
                        .body("text")
                        .dueTime(before.minusSeconds(60))
                        .build())
                .dueTime();

        assertThat(due).isBetween(before, now().plus(GENEROUS));
    }

    @Test
    void whatASendRefusesIsNotPrepared() {
        OutgoingMessage tooLate =
                message("a").delay(limits().delay().plusDays(1)).build();
        OutgoingMessage tooLong = message("a").body("x".repeat(300_000)).build();

        assertThatThrownBy(() -> store.prepare(tooLate)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.prepare(tooLong)).isInstanceOf(IllegalArgumentException.class);
    }

    // What a claim tells

    @ParameterizedTest
    @EnumSource(names = {"LEASED", "EXPIRED", "RETRIED", "RELEASED", "REDRIVEN", "REDRIVEN_IN_BULK", "RESCHEDULED"})
    void theRevisionStaysWithTheMessage(Place place) {
        if (place == Place.LEASED) {
            assertThat(claimed(REVISION, place).claimed().revision()).isEqualTo(REVISION);
            return;
        }

        relayed(REVISION, place);

        passUntil(stored("a").at());
        assertThat(claim("a").claimed().revision()).isEqualTo(REVISION);
    }

    @Test
    void aSendHasNoRevision() {
        assertThat(leased("a").claimed().revision()).isZero();
    }

    // Looking up

    @Test
    void messagesAreLocatedInEachState() {
        send(message("plain"));
        relay(7, "b");
        bury(leased("dead"), "no use");
        List<Optional<StoredRevision>> located = store.locate(Stream.of("plain", "none", "a", "dead", "a")
                .map(id -> new MessageName(TOPIC, id))
                .toList());

        assertThat(located)
                .containsExactly(
                        Optional.of(new StoredRevision(StoredRevision.State.DUE, 0)),
                        Optional.empty(),
                        Optional.of(new StoredRevision(StoredRevision.State.DUE, 7)),
                        Optional.of(new StoredRevision(StoredRevision.State.DEAD, 0)),
                        Optional.of(new StoredRevision(StoredRevision.State.DUE, 7)));
    }

    @ParameterizedTest
    @EnumSource(names = {"LEASED", "DEAD"})
    void aMessageInFlightOrDeadIsLocated(Place place) {
        relayed(REVISION, place);

        assertThat(located("a")).contains(new StoredRevision(StoredRevision.State.valueOf(place.name()), REVISION));
    }

    // Leases of others

    @Test
    void revisionsOfLeasedMessagesAreFoundByTheLease() {
        Lease lease = claimed(REVISION, Place.LEASED).lease();
        send(message("plain"));

        assertThat(store.leased(lease, List.of("a", "plain", "none", "a"))).isEqualTo(Map.of("a", REVISION));
        assertThat(store.leased(lease, List.of())).isEmpty();
        assertThat(store.leased(new Lease(lease.shard(), TOPIC, lease.token() + "1"), List.of("a")))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"RETRIED", "RELEASED", "DEAD", "REDRIVEN"})
    void aLeaseThatEndedHasNoRevisions(Place place) {
        Lease lease = claimed(REVISION, place).lease();

        assertThat(store.leased(lease, List.of("a"))).isEmpty();
    }
}
