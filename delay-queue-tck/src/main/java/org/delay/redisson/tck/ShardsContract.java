package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.DeleteResult;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.RedriveResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are spread by their ids; after a change they stay where they are, and are found there. */
abstract class ShardsContract extends ContractFixture {

    private static final int MORE = 8;

    @Test
    void aNewQueueHasTheShardsThatWereAskedFor() {
        assertThat(queue.shards()).isEqualTo(shards());
    }

    @Test
    void eachMessageIsInTheShardOfItsId() {
        for (int i = 0; i < 50; i++) {
            sendDue("ordre-é-" + i);
        }

        Set<Integer> used = new TreeSet<>();
        for (LeasedMessage held : claimer().claimFromAll(TOPIC)) {
            assertThat(held.lease().shard()).isEqualTo(home(held.id()));
            used.add(held.lease().shard());
        }

        assertThat(used).hasSize(shards());
        assertCounts(0, 50, 0);
    }

    /** Fixed, because every version and every client of a queue has to look in the same place. */
    @ParameterizedTest
    @CsvSource({"123456789, 262", "größe-日本-🎉, 390"})
    void theShardOfAnIdIsItsCrc32(String id, int shard) {
        queue.changeShards(1000);
        sendDue(id);

        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC))).containsExactly(id);
    }

    @Test
    void aPageAndCountsAreOverAllShards() {
        List<String> ids = IntStream.range(0, 30).mapToObj(i -> "a" + i).toList();
        ids.forEach(this::dead);

        assertThat(listed(State.DEAD)).containsExactlyInAnyOrderElementsOf(ids);
        assertCounts(0, 0, 30);
        passTime(Duration.ofMillis(3));
        assertThat(queue.deleteDead(TOPIC, Duration.ofMillis(1))).isEqualTo(30);
    }

    @Test
    void shardsAreAsManyAsEverWereUsed() {
        int before = queue.shards();
        queue.changeShards(before + MORE);
        assertThat(queue.shards()).isEqualTo(before + MORE);

        queue.changeShards(1);
        assertThat(queue.shards()).isEqualTo(before + MORE);

        queue.changeShards(1);
        assertThat(queue.shards()).isEqualTo(before + MORE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, MORE})
    void newMessagesAreSpreadOverTheNewNumber(int number) {
        queue.changeShards(number);
        for (int i = 0; i < 60; i++) {
            sendDue("a" + i);
        }

        Set<Integer> used = new TreeSet<>();
        for (LeasedMessage held : claimer().claimFromAll(TOPIC)) {
            assertThat(held.lease().shard()).isEqualTo(home(held.id(), number));
            used.add(held.lease().shard());
        }

        assertThat(used).hasSize(number);
        assertCounts(0, 60, 0);
    }

    @Test
    void anOldMessageIsFoundAndCancelledAndPutOff() {
        String id = mover();
        send(message(id));
        queue.changeShards(shards() + MORE);

        assertThat(stored(id).state()).isEqualTo(State.DUE);
        assertThat(listed(State.DUE)).containsExactly(id);
        assertCounts(1, 0, 0);
        assertThat(queue.reschedule(TOPIC, id, LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED);
        assertGone(id);
    }

    @Test
    void anOldMessageIsClaimedAndSettledWhereItIs() {
        String id = mover();
        sendDue(id);
        queue.changeShards(shards() + MORE);

        LeasedMessage held = claim(id);

        assertThat(held.lease().shard()).isEqualTo(home(id));
        retry(held, Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        assertThat(ack(claim(id))).isEmpty();
        assertGone(id);
    }

    @ParameterizedTest
    @EnumSource
    void anOldMessageIsSeenByTheNextSend(OnDuplicate onDuplicate) {
        String id = mover();
        send(message(id).body("old"));
        queue.changeShards(shards() + MORE);

        switch (onDuplicate) {
            case REPLACE -> assertThat(send(message(id).body("new")).outcome()).isEqualTo(Outcome.REPLACED);
            case KEEP ->
                assertThat(send(message(id).body("new").onDuplicate(OnDuplicate.KEEP))
                                .outcome())
                        .isEqualTo(Outcome.KEPT);
            case REJECT ->
                assertThatThrownBy(() -> send(message(id).body("new").onDuplicate(OnDuplicate.REJECT)))
                        .isInstanceOf(DelayQueueException.Duplicate.class);
        }

        assertCounts(1, 0, 0);
        assertThat(stored(id).message().body()).isEqualTo(onDuplicate == OnDuplicate.REPLACE ? "new" : "old");
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED);
        assertGone(id);
    }

    @Test
    void anOldMessageThatIsReplacedStaysInItsHome() {
        String id = mover();
        send(message(id));
        queue.changeShards(shards() + MORE);

        sendDue(id);

        assertThat(claim(id).lease().shard()).isEqualTo(home(id));
    }

    @Test
    void anOldMessageInFlightIsReplacedInItsHome() {
        String id = mover();
        LeasedMessage held = leased(id);
        queue.changeShards(shards() + MORE);

        assertThat(send(message(id)).outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);

        assertThat(ack(held)).containsExactly(id);
        assertCounts(1, 0, 0);
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void anIdThatIsFreeAgainGoesToItsNewHome() {
        String id = mover();
        ack(leased(id));
        queue.changeShards(shards() + MORE);

        sendDue(id);

        List<LeasedMessage> held = claimer().claimFromAll(TOPIC);
        assertThat(held).hasSize(1);
        assertThat(held.get(0).lease().shard()).isEqualTo(home(id, shards() + MORE));
    }

    @Test
    void anOldDeadLetterIsFoundRedrivenAndDeleted() {
        String id = mover();
        dead(id);
        queue.changeShards(shards() + MORE);

        assertThat(stored(id).state()).isEqualTo(State.DEAD);
        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.EXISTS);
        passUntil(stored(id).at());
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "again"));
        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertGone(id);
    }

    @Test
    void anOldDeadLetterIsNotRedrivenBesideAMessageInTheNewHome() {
        String id = mover();
        dead(id);
        queue.changeShards(shards() + MORE);
        assertThat(send(message(id).body("live")).outcome()).isEqualTo(Outcome.SCHEDULED);

        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.EXISTS);

        assertThat(stored(id).message().body()).isEqualTo("live");
        assertCounts(1, 0, 1);
        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertCounts(1, 0, 0);
    }

    @Test
    void ofTwoDeadLettersWithOneIdTheOlderIsFoundAndRedriven() {
        String id = twoDeadLetters();

        assertThat(stored(id).message().body()).isEqualTo("older");
        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(stored(id).state()).isEqualTo(State.DUE);
        assertThat(stored(id).message().body()).isEqualTo("older");
    }

    @Test
    void ofTwoDeadLettersWithOneIdOneIsDeletedAtATime() {
        String id = twoDeadLetters();

        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertCounts(0, 0, 1);
        assertThat(stored(id).message().body()).isEqualTo("newer");
        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertGone(id);
    }

    private String twoDeadLetters() {
        String id = mover();
        buried(id, "older");
        queue.changeShards(shards() + MORE);
        buried(id, "newer");
        assertCounts(0, 0, 2);
        return id;
    }

    private void buried(String id, String body) {
        send(message(id).body(body).delay(Duration.ZERO));
        passTime(Duration.ofMillis(1));
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "no use"));
    }

    @Test
    void messagesOfEveryLayoutAreThere() {
        List<String> ids = new ArrayList<>();
        for (int number : List.of(3, MORE, 2, MORE, 1)) {
            queue.changeShards(number);
            for (int i = 0; i < 10; i++) {
                ids.add(sendDue("layout-" + ids.size()).id());
            }
        }

        ids.forEach(id -> assertThat(stored(id).state()).isEqualTo(State.DUE));
        assertThat(claimer().claimFromAll(TOPIC))
                .extracting(LeasedMessage::id)
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void aClientThatDoesNotKnowOfTheChangeYetLosesNothing() throws Exception {
        String id = mover();
        DelayQueueMessage other = open();
        other.schedule(List.of(message("warm-up").build()));
        queue.changeShards(shards() + MORE);
        send(message(id));

        assertThatThrownBy(() -> other.schedule(
                        List.of(message(id).onDuplicate(OnDuplicate.REJECT).build())))
                .isInstanceOf(DelayQueueException.Duplicate.class);
        assertThat(other.schedule(List.of(message("b").build())).get(0).outcome())
                .isEqualTo(Outcome.SCHEDULED);
        assertThat(stored("b").state()).isEqualTo(State.DUE);
        assertThat(other.cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED);
        assertCounts(2, 0, 0);
    }

    @Test
    void aClientThatDoesNotKnowOfTheChangeYetFindsWhatIsThere() throws Exception {
        String id = mover();
        DelayQueueMessage other = open();
        other.schedule(List.of(message("warm-up").build()));
        queue.changeShards(shards() + MORE);
        send(message(id));

        assertThat(other.find(TOPIC, id)).isPresent();
        assertThat(other.reschedule(TOPIC, id, LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
    }

    /** However short a time ago the other one has read the old number. */
    @Test
    void anotherClientKnowsOfNewShardsAtOnce() throws Exception {
        DelayQueueMessage other = open();
        other.counts(TOPIC);

        queue.changeShards(queue.shards() + 3);

        assertThat(other.shards()).isEqualTo(queue.shards());
    }

    /** An id that has another home after the change. */
    private String mover() {
        return IntStream.range(0, 1000)
                .mapToObj(i -> "m-" + i)
                .filter(id -> home(id) != home(id, shards() + MORE))
                .findFirst()
                .orElseThrow();
    }

    private List<String> listed(State state) {
        List<String> ids = new ArrayList<>();
        Page page = queue.list(TOPIC, state, null, 1000);
        page.messages().forEach(stored -> ids.add(stored.message().id()));
        while (page.next() != null) {
            page = queue.list(TOPIC, state, page.next(), 1000);
            page.messages().forEach(stored -> ids.add(stored.message().id()));
        }
        return ids;
    }
}
