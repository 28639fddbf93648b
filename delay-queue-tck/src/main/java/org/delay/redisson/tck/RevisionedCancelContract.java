package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cancel with a revision removes what has this revision or a lower one. */
abstract class RevisionedCancelContract extends RevisionsFixture {

    @ParameterizedTest
    @EnumSource(names = "DEAD", mode = EnumSource.Mode.EXCLUDE)
    void aMessageOfTheSameOrALowerRevisionIsRemoved(Place place) {
        relayed(5, place);

        Relayed cancelled = cancel(5);

        boolean inFlight = place.replaced == Outcome.REPLACED_IN_FLIGHT;
        Outcome expected = inFlight ? Outcome.CANCELLED_IN_FLIGHT : Outcome.CANCELLED;
        assertThat(cancelled).isEqualTo(new Relayed(expected, home("a"), 0, 0, null, null));
        assertGone("a");
        assertCounts(0, 0, 0);
        assertThat(cancel(6).outcome()).isEqualTo(Outcome.NOT_FOUND);
    }

    @Test
    void theLeaseOfACancelledMessageIsLost() {
        LeasedMessage held = claimed(5, Place.LEASED);

        cancel(5);

        assertThat(ack(held)).containsExactly("a");
        assertThat(retry(held, LATER, false)).containsExactly("a");
        assertGone("a");
    }

    @ParameterizedTest
    @EnumSource(names = "DEAD", mode = EnumSource.Mode.EXCLUDE)
    void aMessageOfAHigherRevisionStays(Place place) {
        relayed(5, place);
        var before = stored("a");

        assertThat(cancel(4)).isEqualTo(new Relayed(Outcome.KEPT, home("a"), 5, 0, null, null));

        assertThat(stored("a")).isEqualTo(before);
    }

    @Test
    void aMessageWithoutARevisionIsRemoved() {
        send(message("a"));

        assertThat(cancel(1).outcome()).isEqualTo(Outcome.CANCELLED);
        assertGone("a");
    }

    @Test
    void aDeadLetterStays() {
        relayed(5, Place.DEAD);
        relay(6, "next life");

        assertThat(cancel(7).outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(cancel(7).outcome()).isEqualTo(Outcome.NOT_FOUND);

        assertThat(located("a")).contains(new StoredRevision(State.DEAD, 5));
        assertCounts(0, 0, 1);
    }

    /** The store has no tombstones. Whoever owes the messages knows by the revision that this one was cancelled. */
    @Test
    void aRelayThatComesAfterTheCancelIsRecognisedByItsRevision() {
        var late = dueNow("a", BODY).at(5);
        store.relay(List.of(late));
        assertThat(cancel(6).outcome()).isEqualTo(Outcome.CANCELLED);

        Relayed relayed = store.relay(List.of(late)).get(0);

        assertThat(relayed.outcome()).isEqualTo(Outcome.SCHEDULED);
        passUntil(stored("a").at());
        assertThat(claim("a").claimed().revision()).isEqualTo(5);
    }

    @Test
    void manyMessagesGetTheirOwnAnswers() {
        store.relay(List.of(
                prepared(message("a")).at(5),
                prepared(message("b")).at(5),
                prepared(message("other", "a")).at(5)));

        List<Relayed> cancelled = store.cancel(List.of(
                new MessageRevision("other", "a", 5),
                new MessageRevision(TOPIC, "none", 5),
                new MessageRevision(TOPIC, "b", 4),
                new MessageRevision(TOPIC, "a", 9)));

        assertThat(cancelled)
                .extracting(Relayed::outcome)
                .containsExactly(Outcome.CANCELLED, Outcome.NOT_FOUND, Outcome.KEPT, Outcome.CANCELLED);
        assertCounts(1, 0, 0);
        assertThat(queue.counts("other").due()).isZero();
    }

    @Test
    void theLastMessageOfATopicTakesItsWakeTimeAlong() {
        relayed(5, Place.DUE);

        cancel(5);

        assertThat(queue.poll(home("a")).due()).isEmpty();
        assertThat(queue.poll(home("a")).next()).isNull();
    }
}
