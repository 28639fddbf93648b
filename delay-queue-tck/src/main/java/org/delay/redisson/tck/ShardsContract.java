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
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are spread over shards by their ids, and the number of shards can change while clients work. */
abstract class ShardsContract extends MovedIdsFixture {

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

    /** Fixed, because every client and every version must find a message in the same shard. */
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
    void messagesOfEveryShardCountAreThere() {
        List<String> ids = new ArrayList<>();
        for (int number : List.of(3, MORE, 2, MORE, 1)) {
            queue.changeShards(number);
            for (int i = 0; i < 10; i++) {
                ids.add(sendDue("count-" + ids.size()).id());
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

    /** Even if the other client has just read the old number. */
    @Test
    void anotherClientKnowsOfNewShardsAtOnce() throws Exception {
        DelayQueueMessage other = open();
        other.counts(TOPIC);

        queue.changeShards(queue.shards() + 3);

        assertThat(other.shards()).isEqualTo(queue.shards());
    }
}
