package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;

/** Which topics of a shard are looked at, when, and in which order. All messages have one id, so they share a shard. */
abstract class TurnsContract extends ContractFixture {

    private final String id = "a";

    private ShardState poll() {
        return queue.poll(home(id));
    }

    @Test
    void anEmptyShardHasNothingToLookAt() {
        for (int shard = 0; shard < queue.shards(); shard++) {
            assertThat(queue.poll(shard).due()).isEmpty();
            assertThat(queue.poll(shard).next()).isNull();
        }
    }

    @Test
    void aLookSaysWhenTheNextMessageIsDue() {
        send(message("later", id).delay(LATER.plusMinutes(1)));
        Receipt first = send(message("first", id));

        assertThat(poll().due()).isEmpty();
        assertThat(poll().next()).isEqualTo(first.dueTime().toEpochMilli());
    }

    @Test
    void aLookNamesTheTopicsThatAreDueTheLongestWaitingFirst() {
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
        Claim claim = claimer().claim(home(id), topics.get(0));
        assertThat(claim.state().due()).containsExactlyElementsOf(topics.subList(1, 11));
    }

    @Test
    void aLookNamesFiveHundredTopicsAtMost() {
        List<String> topics = IntStream.range(0, ShardState.MAX_DUE + 1)
                .mapToObj(i -> "topic-" + (10_000 - i))
                .toList();
        topics.forEach(topic -> sendDue(message(topic, id)));
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

        Claim claim = claimer().limit(1).claim(shard, "zeta");

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
    void aRetriedMessageIsLookedAtInTime() {
        LeasedMessage held = leased(id);
        retry(held, Duration.ofMinutes(1), false);

        assertThat(poll().next()).isEqualTo(stored(id).at().toEpochMilli());
    }

    @Test
    void aMessageThatIsHandedBackIsDue() {
        release(leased(id), Duration.ZERO, false);

        assertThat(poll().due()).containsExactly(TOPIC);
    }

    @Test
    void aRescheduledMessageIsLookedAtInTime() {
        send(message(id));
        queue.reschedule(TOPIC, id, Duration.ofMinutes(1));

        assertThat(poll().next()).isEqualTo(stored(id).at().toEpochMilli());
    }

    @Test
    void aShorterLeaseIsLookedAtInTime() {
        LeasedMessage held = leased(id);
        renew(held, SHORT);
        passUntil(stored(id).at());

        assertThat(poll().due()).containsExactly(TOPIC);
    }

    /** Whoever counts what was named, not what was removed, forgets the other message. */
    @Test
    void aTopicIsNotForgottenWhereOneOfItsMessagesIsNamedTwice() {
        List<String> ids = neighbours(2);
        ids.forEach(this::sendDue);
        Claim claim = claimer().lease(SHORT).claim(home(ids.get(0)), TOPIC);
        queue.ack(claim.lease(), List.of(ids.get(0), ids.get(0)));
        passUntil(stored(ids.get(1)).at());

        assertThat(queue.poll(home(ids.get(0))).due()).containsExactly(TOPIC);
    }

    // Defer

    @Test
    void aDeferredTopicIsNotLookedAtBefore() {
        sendDue(message("zeta", id));
        sendDue(message("alpha", id));
        Instant before = now();

        queue.defer(home(id), "zeta", LATER);

        assertThat(poll().due()).containsExactly("alpha");
        assertThat(poll().next())
                .isBetween(
                        before.plus(LATER).toEpochMilli(),
                        now().plus(LATER).plusMillis(1).toEpochMilli());
    }

    @Test
    void aDeferredTopicIsLookedAtAfterwards() {
        sendDue(id);
        queue.defer(home(id), TOPIC, Duration.ofMillis(20));
        passTime(Duration.ofMillis(22));

        assertThat(poll().due()).containsExactly(TOPIC);
        assertThat(claim(id).message().attempt()).isEqualTo(1);
    }

    @Test
    void topicsAreDeferredTogether() {
        sendDue(message("zeta", id));
        sendDue(message("alpha", id));
        sendDue(message("beta", id));

        queue.defer(home(id), Map.of("zeta", LATER, "alpha", LATER.multipliedBy(2), "unknown", LATER));

        assertThat(poll().due()).containsExactly("beta");
    }

    @Test
    void ofSeveralTopicsThoseThatAreLeftLongEnoughAreDeferred() {
        sendDue(message("zeta", id));
        Duration left = Duration.ofMillis(1500);
        passTime(left.plusMillis(2));
        sendDue(message("alpha", id));

        assertThat(queue.deferIfUnclaimed(home(id), left, Map.of("zeta", LATER, "alpha", LATER)))
                .containsExactly("zeta");

        assertThat(poll().due()).containsExactly("alpha");
    }

    @Test
    void aTopicThatIsLeftLongEnoughIsDeferred() {
        String id = "a";
        sendDue(id);
        Duration left = Duration.ofMillis(20);
        passUntil(stored(id).at().plus(left));

        assertThat(queue.deferIfUnclaimed(home(id), TOPIC, left, LATER)).isTrue();

        assertThat(queue.poll(home(id)).due()).isEmpty();
    }

    @Test
    void aTopicThatWasNotDueForSoLongIsNotDeferred() {
        sendDue("a");

        assertThat(queue.deferIfUnclaimed(home("a"), TOPIC, LATER, LATER)).isFalse();

        assertThat(queue.poll(home("a")).due()).containsExactly(TOPIC);
    }

    /** Whoever claims from it wants the rest too. */
    @Test
    void aTopicThatSomebodyClaimsFromIsNotDeferred() {
        List<String> ids = neighbours(2);
        ids.forEach(this::sendDue);
        int shard = home(ids.get(0));
        Duration left = Duration.ofMillis(1500);
        passUntil(stored(ids.get(1)).at().plus(left));
        claimer().limit(1).claim(shard, TOPIC);

        assertThat(queue.deferIfUnclaimed(shard, TOPIC, left, LATER)).isFalse();

        assertThat(queue.poll(shard).due()).containsExactly(TOPIC);
    }

    @Test
    void aTopicWithoutMessagesIsNotDeferred() {
        assertThat(queue.deferIfUnclaimed(0, TOPIC, Duration.ZERO, LATER)).isFalse();
    }

    @Test
    void anEarlierMessageEndsADeferral() {
        List<String> ids = neighbours(2);
        int shard = home(ids.get(0));
        sendDue(ids.get(0));
        queue.defer(shard, TOPIC, LATER);
        assertThat(queue.poll(shard).due()).isEmpty();

        sendDue(ids.get(1));

        assertThat(queue.poll(shard).due()).containsExactly(TOPIC);
        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC))).containsExactlyElementsOf(ids);
    }

    @Test
    void aLaterMessageDoesNotEndADeferral() {
        List<String> ids = neighbours(2);
        int shard = home(ids.get(0));
        sendDue(ids.get(0));
        queue.defer(shard, TOPIC, LATER);

        send(message(ids.get(1)).delay(LATER.multipliedBy(2)));

        assertThat(queue.poll(shard).due()).isEmpty();
    }

    @Test
    void mendComputesAnew() {
        sendDue(id);
        Receipt other = send(message("other", id));
        queue.defer(home(id), TOPIC, LATER.multipliedBy(2));
        queue.defer(home(id), "other", LATER.multipliedBy(2));

        queue.repair(List.of(TOPIC, "other", "unknown"));

        assertThat(poll().due()).containsExactly(TOPIC);
        assertThat(poll().next()).isEqualTo(other.dueTime().toEpochMilli());
    }

    @Test
    void mendIsHarmless() {
        LeasedMessage held = leased(id);
        send(message("b").delay(Duration.ofMinutes(1)));

        queue.repair(List.of(TOPIC));

        assertCounts(1, 1, 0);
        assertThat(ack(held)).isEmpty();
        assertThat(queue.poll(home("b")).next()).isEqualTo(stored("b").at().toEpochMilli());
    }
}
