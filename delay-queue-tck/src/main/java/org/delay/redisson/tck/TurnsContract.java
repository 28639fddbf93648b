package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;

/** A poll names the topics of a shard that are due, in the order of their turns, and the next due time. All messages have one id, so
 * they share a shard. */
abstract class TurnsContract extends ContractFixture {

    private final String id = "a";

    private ShardState poll() {
        return queue.poll(home(id));
    }

    @Test
    void anEmptyShardHasNothingDue() {
        for (int shard = 0; shard < queue.shards(); shard++) {
            assertThat(queue.poll(shard).due()).isEmpty();
            assertThat(queue.poll(shard).next()).isNull();
        }
    }

    @Test
    void aPollSaysWhenTheNextMessageIsDue() {
        send(message("later", id).delay(LATER.plusMinutes(1)));
        Receipt first = send(message("first", id));

        assertThat(poll().due()).isEmpty();
        assertThat(poll().next()).isEqualTo(first.dueTime().toEpochMilli());
    }

    @Test
    void aPollNamesTheTopicsThatAreDueTheLongestWaitingFirst() {
        sendDue(message("zeta", id));
        passTime(Duration.ofMillis(2));
        sendDue(message("alpha", id));
        Receipt later = send(message("later", id));

        assertThat(poll().due()).containsExactly("zeta", "alpha");
        assertThat(poll().next()).isEqualTo(later.dueTime().toEpochMilli());
    }

    @Test
    void aClaimNamesTenTopicsAtMost() {
        List<String> topics =
                IntStream.range(0, 12).mapToObj(i -> "topic-" + (20 - i)).toList();
        for (String topic : topics) {
            sendDue(message(topic, id));
            passTime(Duration.ofMillis(1));
        }
        Receipt later = send(message("later", id));

        assertThat(poll().due()).containsExactlyElementsOf(topics);
        assertThat(poll().next()).isEqualTo(later.dueTime().toEpochMilli());
        ClaimResult claim = claimer().claim(home(id), topics.get(0));
        assertThat(claim.state().due()).containsExactlyElementsOf(topics.subList(1, 11));
    }

    @Test
    void aPollNamesFiveHundredTopicsAtMost() {
        List<String> topics = IntStream.range(0, ShardState.MAX_DUE + 1)
                .mapToObj(i -> "topic-" + (10_000 - i))
                .toList();
        passUntilDue(queue.schedule(topics.stream()
                .map(topic -> message(topic, id).delay(Duration.ZERO).build())
                .toList()));
        Receipt later = send(message("later", id));

        assertThat(poll().due()).hasSize(ShardState.MAX_DUE).isSubsetOf(topics);
        assertThat(poll().next()).isEqualTo(later.dueTime().toEpochMilli());
    }

    @Test
    void aTopicThatHasMoreGoesToTheEndOfTheLine() {
        List<String> ids = neighbours(2);
        ids.forEach(each -> sendDue(message("zeta", each)));
        passTime(Duration.ofMillis(2));
        sendDue(message("alpha", ids.get(0)));
        passTime(Duration.ofMillis(2));
        int shard = home(ids.get(0));
        assertThat(queue.poll(shard).due()).containsExactly("zeta", "alpha");

        ClaimResult claim = claimer().limit(1).claim(shard, "zeta");

        assertThat(claim.messages()).hasSize(1);
        assertThat(claim.state().due()).containsExactly("alpha", "zeta");
        assertThat(queue.poll(shard).due()).containsExactly("alpha", "zeta");
    }

    @Test
    void aTopicWhoseLeaseRanOutIsDueAgain() {
        sendDue(id);
        claim(id, SHORT);
        Instant end = stored(id).at();

        passUntil(end);

        assertThat(poll().due()).containsExactly(TOPIC);
    }

    @Test
    void aTopicIsNotDueBeforeItsLeaseEnds() {
        LeasedMessage held = leased(id);

        assertThat(poll().due()).isEmpty();
        assertThat(poll().next()).isEqualTo(stored(id).at().toEpochMilli());
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void aRetriedMessageIsPolledInTime() {
        LeasedMessage held = leased(id);
        retry(held, Duration.ofMinutes(1), false);

        assertThat(poll().next()).isEqualTo(stored(id).at().toEpochMilli());
    }

    @Test
    void aMessageThatIsReleasedIsDue() {
        release(leased(id), Duration.ZERO, false);

        assertThat(poll().due()).containsExactly(TOPIC);
    }

    @Test
    void aRescheduledMessageIsPolledInTime() {
        send(message(id));
        queue.reschedule(TOPIC, id, Duration.ofMinutes(1));

        assertThat(poll().next()).isEqualTo(stored(id).at().toEpochMilli());
    }

    @Test
    void aShorterLeaseIsPolledInTime() {
        LeasedMessage held = leased(id);
        renew(held, SHORT);
        passUntil(stored(id).at());

        assertThat(poll().due()).containsExactly(TOPIC);
    }

    /** A queue that counts ids instead of removed messages would forget the other message. */
    @Test
    void aTopicIsNotForgottenWhereOneOfItsMessagesIsNamedTwice() {
        List<String> ids = neighbours(2);
        ids.forEach(this::sendDue);
        ClaimResult claim = claimer().lease(SHORT).claim(home(ids.get(0)), TOPIC);
        queue.ack(claim.lease(), List.of(ids.get(0), ids.get(0)));
        passUntil(stored(ids.get(1)).at());

        assertThat(queue.poll(home(ids.get(0))).due()).containsExactly(TOPIC);
    }

    @Test
    void repairComputesAnew() {
        sendDue(id);
        Receipt other = send(message("other", id));
        queue.defer(home(id), TOPIC, LATER.multipliedBy(2));
        queue.defer(home(id), "other", LATER.multipliedBy(2));

        queue.repair(List.of(TOPIC, "other", "unknown"));

        assertThat(poll().due()).containsExactly(TOPIC);
        assertThat(poll().next()).isEqualTo(other.dueTime().toEpochMilli());
    }

    @Test
    void repairIsHarmless() {
        LeasedMessage held = leased(id);
        send(message("b").delay(Duration.ofMinutes(1)));

        queue.repair(List.of(TOPIC));

        assertCounts(1, 1, 0);
        assertThat(ack(held)).isEmpty();
        assertThat(queue.poll(home("b")).next()).isEqualTo(stored("b").at().toEpochMilli());
    }
}
