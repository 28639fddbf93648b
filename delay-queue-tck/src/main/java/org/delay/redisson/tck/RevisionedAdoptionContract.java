package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.junit.jupiter.api.Test;

/** Messages that were stored without a revision get one, as long as they wait as they are known. */
abstract class RevisionedAdoptionContract extends RevisionsFixture {

    /** As it is stored, without its revision. */
    private PreparedMessage asStored(String id) {
        StoredMessage stored = stored(id);
        return asStored(stored, stored.at(), stored.message().body());
    }

    private PreparedMessage asStored(StoredMessage stored, Instant at, String body) {
        OutgoingMessage.Builder same = OutgoingMessage.to(TOPIC)
                .id(stored.message().id())
                .body(body)
                .key(stored.message().key())
                .timeToLive(stored.timeToLive())
                .delay(Duration.ZERO);
        stored.message().headers().forEach(same::header);
        return new PreparedMessage(
                TOPIC,
                stored.message().id(),
                at,
                stored.message().priority(),
                prepared(same).content());
    }

    private Relayed adopt(PreparedMessage message, long revision) {
        return store.adopt(List.of(message.at(revision))).get(0);
    }

    @Test
    void aWaitingMessageGetsTheRevisionAndStaysAsItIs() {
        send(message("a")
                .key("k")
                .header("one", "1")
                .header("two", "2")
                .priority(7)
                .timeToLive(Duration.ofDays(1)));
        StoredMessage before = stored("a");

        assertThat(adopt(asStored("a"), 7)).isEqualTo(new Relayed(Outcome.REPLACED, home("a"), 7, 0, null, null));

        assertThat(stored("a")).isEqualTo(before);
        assertThat(revisionOf("a")).isEqualTo(7);
        assertCounts(1, 0, 0);
    }

    @Test
    void itIsDeliveredWithTheRevision() {
        send(message("a").delay(Duration.ZERO));
        passUntil(stored("a").at());

        adopt(asStored("a"), 7);

        assertThat(claim("a").claimed().revision()).isEqualTo(7);
    }

    @Test
    void attemptsStillCount() {
        send(message("a").delay(Duration.ZERO));
        passUntil(stored("a").at());
        retry(claim("a"), Duration.ofHours(1), false);

        assertThat(adopt(asStored("a"), 7).outcome()).isEqualTo(Outcome.REPLACED);

        assertThat(stored("a").failures()).isOne();
    }

    @Test
    void aMessageThatIsGoneDoesNotComeBack() {
        send(message("a"));
        PreparedMessage known = asStored("a");
        queue.cancel(TOPIC, "a");

        assertThat(adopt(known, 7).outcome()).isEqualTo(Outcome.NOT_FOUND);

        assertGone("a");
        assertCounts(0, 0, 0);
    }

    @Test
    void aMessageThatIsBeingDeliveredIsLeftAlone() {
        send(message("a").delay(Duration.ZERO));
        passUntil(stored("a").at());
        PreparedMessage known = asStored("a");
        LeasedMessage held = claim("a");

        assertThat(adopt(known, 7).outcome()).isEqualTo(Outcome.NOT_FOUND);

        assertThat(located("a")).contains(new StoredRevision(State.LEASED, 0));
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void anotherMessageIsLeftAlone() {
        send(message("a"));
        StoredMessage stored = stored("a");

        assertThat(adopt(asStored(stored, stored.at(), "another"), 7).outcome()).isEqualTo(Outcome.NOT_FOUND);
        assertThat(adopt(
                                asStored(
                                        stored,
                                        stored.at().plusMillis(1),
                                        stored.message().body()),
                                7)
                        .outcome())
                .isEqualTo(Outcome.NOT_FOUND);

        assertThat(revisionOf("a")).isZero();
    }

    @Test
    void aRevisionStays() {
        relay(5, BODY);

        assertThat(adopt(asStored("a"), 7)).isEqualTo(new Relayed(Outcome.KEPT, home("a"), 5, 0, null, null));
        assertThat(adopt(asStored("a"), 4).outcome()).isEqualTo(Outcome.KEPT);

        assertThat(revisionOf("a")).isEqualTo(5);
    }

    @Test
    void manyMessagesGetTheirOwnAnswers() {
        send(message("a"));
        send(message("b"));
        PreparedMessage gone = asStored("b");
        queue.cancel(TOPIC, "b");
        send(message("c"));

        List<Relayed> adopted = store.adopt(
                List.of(asStored("a").at(7), gone.at(8), asStored("c").at(9)));

        assertThat(adopted)
                .extracting(Relayed::outcome)
                .containsExactly(Outcome.REPLACED, Outcome.NOT_FOUND, Outcome.REPLACED);
        assertThat(revisionOf("a")).isEqualTo(7);
        assertThat(revisionOf("c")).isEqualTo(9);
    }
}
