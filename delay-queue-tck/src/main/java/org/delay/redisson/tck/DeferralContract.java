package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;

/** A deferred topic is not due until its delay is over or an earlier message comes. All messages have one id, so they share a shard. */
abstract class DeferralContract extends ContractFixture {

    /** For how long a topic is left before it is deferred. */
    private static final Duration LEFT = Duration.ofMillis(300);

    private final String id = "a";

    private ShardState poll() {
        return queue.poll(home(id));
    }

    @Test
    void aDeferredTopicIsNotDueBefore() {
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
    void aDeferredTopicIsDueAfterwards() {
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
        passTime(LEFT.plusMillis(2));
        Receipt alpha = sendDue(message("alpha", id));

        Set<String> deferred = queue.deferIfUnclaimed(home(id), LEFT, Map.of("zeta", LATER, "alpha", LATER));

        assertThat(deferred).contains("zeta");
        if (isShorterAgoThanLeft(alpha.dueTime())) {
            assertThat(deferred).containsExactly("zeta");
            assertThat(poll().due()).containsExactly("alpha");
        }
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

    /** An instance that claims from the topic will also claim the rest. */
    @Test
    void aTopicThatSomebodyClaimsFromIsNotDeferred() {
        List<String> ids = neighbours(2);
        ids.forEach(this::sendDue);
        int shard = home(ids.get(0));
        passUntil(stored(ids.get(1)).at().plus(LEFT));
        Instant before = now();
        claimer().limit(1).claim(shard, TOPIC);

        boolean deferred = queue.deferIfUnclaimed(shard, TOPIC, LEFT, LATER);

        if (isShorterAgoThanLeft(before)) {
            assertThat(deferred).isFalse();
            assertThat(queue.poll(shard).due()).containsExactly(TOPIC);
        }
    }

    /** If not, the machine has paused for so long. On a clock that stands still it never has. */
    private boolean isShorterAgoThanLeft(Instant time) {
        return now().isBefore(time.plus(LEFT));
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
}
