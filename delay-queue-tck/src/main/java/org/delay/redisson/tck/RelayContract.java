package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.RevisionedMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store ignores a relay whose revision it has already, in whatever state the message is. */
abstract class RelayContract extends RevisionsFixture {

    @Test
    void whatIsRelayedIsClaimedAsPrepared() {
        RevisionedMessage message = prepared(message("a")
                        .key("key")
                        .header("tenant", "north")
                        .body("line\none")
                        .priority(7)
                        .timeToLive(LATER)
                        .delay(Duration.ZERO))
                .at(REVISION);

        Relayed relayed = store.relay(List.of(message)).get(0);

        assertThat(relayed)
                .isEqualTo(new Relayed(
                        Outcome.SCHEDULED, home("a"), REVISION, 0, stored("a").at(), null));
        Instant due = stored("a").at();
        assertThat(due).isAfterOrEqualTo(message.message().dueTime());
        passUntil(due);
        LeasedMessage held = claim("a");
        assertThat(held.claimed().revision()).isEqualTo(REVISION);
        assertThat(held.claimed().timeToLive()).isEqualTo(LATER);
        assertThat(held.message().body()).isEqualTo("line\none");
        assertThat(held.message().key()).isEqualTo("key");
        assertThat(held.message().headers()).containsOnlyKeys("tenant").containsEntry("tenant", "north");
        assertThat(held.message().priority()).isEqualTo(7);
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(held.message().dueTime()).isEqualTo(due);
    }

    @Test
    void anOverdueMessageIsDueAtOnceAndTellsWhenItWasDue() {
        passTime(Duration.ofMillis(20));
        Instant before = now();
        Instant overdue = before.minusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
        PreparedMessage prepared = prepared(message("a"));

        store.relay(List.of(new PreparedMessage(TOPIC, "a", overdue, 4, prepared.content()).at(REVISION)));

        Instant due = stored("a").at();
        assertThat(due).isBetween(before, now().plusMillis(1));
        passUntil(due);
        assertThat(claim("a").message().dueTime()).isEqualTo(overdue);
    }

    /** Its time to live counts from there. */
    @ParameterizedTest
    @EnumSource(names = {"WAITING", "DUE", "LEASED", "RETRIED", "DEAD"})
    void anOverdueMessageThatReplacesAnotherTellsWhenItWasDue(Place place) {
        relayed(REVISION, place);
        Instant overdue = now().minusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
        PreparedMessage prepared = prepared(message("a").body("newer"));

        store.relay(List.of(new PreparedMessage(TOPIC, "a", overdue, 4, prepared.content()).at(REVISION + 1)));

        passUntil(stored("a").at());
        assertThat(claim("a").message().dueTime()).isEqualTo(overdue);
    }

    @ParameterizedTest
    @EnumSource
    void theSameAndLowerRevisionsAreIgnored(Place place) {
        relayed(REVISION, place);
        Optional<StoredMessage> before = queue.find(TOPIC, "a");

        Relayed same = relay(REVISION, "other");
        Relayed lower = relay(REVISION - 1, "other");

        Outcome kept = place == Place.DEAD ? Outcome.KEPT_DEAD : Outcome.KEPT;
        assertThat(same).isEqualTo(new Relayed(kept, home("a"), REVISION, 0, null, null));
        assertThat(lower).isEqualTo(same);
        assertThat(queue.find(TOPIC, "a")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void aHigherRevisionReplacesTheMessage(Place place) {
        relayed(REVISION, place);

        Relayed higher = relay(REVISION + 1, "other");

        assertThat(higher)
                .isEqualTo(new Relayed(
                        place.replaced, home("a"), REVISION + 1, 0, stored("a").at(), null));
        assertThat(stored("a").state()).isEqualTo(State.DUE);
        assertThat(stored("a").message().body()).isEqualTo("other");
        assertThat(stored("a").failures()).isZero();
        assertCounts(1, 0, place == Place.DEAD ? 1 : 0);
    }

    @Test
    void aHigherRevisionTakesTheLease() {
        LeasedMessage held = claimed(REVISION, Place.LEASED);

        relay(REVISION + 1, "other");

        assertThat(ack(held)).containsExactly("a");
        assertThat(retry(held, Duration.ZERO, false)).containsExactly("a");
        assertThat(stored("a").message().body()).isEqualTo("other");
    }

    @Test
    void aRelayWithTheSameContentKeepsWhatWasCounted() {
        LeasedMessage held = claimed(REVISION, Place.EXPIRED);
        retry(held, LATER, false);

        Relayed relayed =
                store.relay(List.of(dueNow("a", BODY).at(REVISION + 1))).get(0);

        assertThat(relayed.outcome()).isEqualTo(Outcome.REPLACED);
        passUntil(stored("a").at());
        LeasedMessage again = claim("a");
        assertThat(again.claimed().failures()).isEqualTo(1);
        assertThat(again.claimed().revision()).isEqualTo(REVISION + 1);
        assertThat(again.message().dueTime()).isEqualTo(stored("a").message().dueTime());
    }

    @Test
    void aMessageWithoutARevisionIsReplaced() {
        send(message("a"));

        assertThat(relay(1, "other").outcome()).isEqualTo(Outcome.REPLACED);

        assertThat(stored("a").message().body()).isEqualTo("other");
        assertThat(revisionOf("a")).isEqualTo(1);
    }

    @Test
    void aSendReplacesTheMessageAndItsRevision() {
        relayed(REVISION, Place.WAITING);

        assertThat(send(message("a").delay(Duration.ZERO)).outcome())
                .isEqualTo(org.delay.redisson.Receipt.Outcome.REPLACED);

        passUntil(stored("a").at());
        assertThat(claim("a").claimed().revision()).isZero();
    }

    @Test
    void aPausedTopicIsNotWokenByARelay() {
        queue.pause(TOPIC);

        relayed(REVISION, Place.DUE);

        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
        queue.resume(TOPIC);
        assertThat(claim("a").claimed().revision()).isEqualTo(REVISION);
    }

    @Test
    void aRelayWakesItsTopic() {
        send(message("b"));

        relayed(REVISION, Place.DUE);

        assertThat(queue.poll(home("a")).due()).contains(TOPIC);
    }

    @Test
    void manyMessagesOfSeveralTopicsGetTheirOwnAnswers() {
        List<RevisionedMessage> messages = IntStream.range(0, 450)
                .mapToObj(i -> prepared(message(i % 3 == 0 ? "other" : TOPIC, "m-" + i))
                        .at(i + 1))
                .toList();
        store.relay(messages.subList(0, 10));

        List<Relayed> relayed = store.relay(messages);

        assertThat(relayed)
                .extracting(Relayed::revision)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 450).boxed().toList());
        assertThat(relayed.subList(0, 10)).extracting(Relayed::outcome).containsOnly(Outcome.KEPT);
        assertThat(relayed.subList(10, 450)).extracting(Relayed::outcome).containsOnly(Outcome.SCHEDULED);
        assertThat(relayed)
                .extracting(Relayed::shard)
                .containsExactlyElementsOf(messages.stream()
                        .map(message -> home(message.message().id()))
                        .toList());
        assertThat(queue.counts(TOPIC).due() + queue.counts("other").due()).isEqualTo(450);
    }

    @Test
    void aListNamesEachMessageOnce() {
        assertThatThrownBy(() -> store.relay(List.of(
                        prepared(message("a")).at(1), prepared(message("a")).at(2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must differ");
        assertGone("a");
    }

    @Test
    void whatNoStoreHasPreparedIsRefused() {
        RevisionedMessage foreign = new PreparedMessage(TOPIC, "a", now(), 4, "§ no content").at(1);

        assertThatThrownBy(() -> store.relay(List.of(prepared(message("b")).at(1), foreign)))
                .isInstanceOf(IllegalArgumentException.class);
        assertGone("b");
    }

    @Test
    void ofConcurrentRelaysTheHighestStays() {
        List<CompletableFuture<Relayed>> relays = LongStream.rangeClosed(1, 40)
                .mapToObj(revision ->
                        prepared(message("a").body("body " + revision)).at(revision))
                .map(message -> CompletableFuture.supplyAsync(
                        () -> store.relay(List.of(message)).get(0), THREADS))
                .toList();
        relays.forEach(CompletableFuture::join);

        assertThat(revisionOf("a")).isEqualTo(40);
        assertThat(stored("a").message().body()).isEqualTo("body 40");
    }
}
