package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;

/** Messages can be found by id and counted. */
abstract class InspectionContract extends ContractFixture {

    @Test
    void findOfNothing() {
        assertGone("a");
    }

    @Test
    void findOfADueMessage() {
        Receipt receipt = send(message("a"));

        assertThat(stored("a").state()).isEqualTo(State.DUE);
        assertThat(stored("a").at()).isEqualTo(receipt.dueTime());
        assertThat(stored("a").message().attempt()).isEqualTo(1);
    }

    @Test
    void findOfALeasedMessage() {
        LeasedMessage held = leased("a");

        StoredMessage stored = stored("a");

        assertThat(stored.state()).isEqualTo(State.LEASED);
        assertThat(stored.at()).isAfter(now());
        assertThat(stored.message())
                .usingRecursiveComparison()
                .ignoringFields("claimTime")
                .isEqualTo(held.message());
    }

    @Test
    void findPrefersTheMessageToADeadLetter() {
        dead("a");
        sendDue(message("a").body("live"));
        assertThat(stored("a").state()).isEqualTo(State.DUE);
        assertThat(stored("a").message().body()).isEqualTo("live");

        LeasedMessage held = claim("a");
        assertThat(stored("a").state()).isEqualTo(State.LEASED);

        ack(held);
        assertThat(stored("a").state()).isEqualTo(State.DEAD);
        assertThat(stored("a").message().body()).isEqualTo("body of a");
        assertThat(stored("a").error()).isEqualTo("no use");
    }

    // Counts

    @Test
    void countsOfAnUnknownTopic() {
        assertCounts(0, 0, 0);
        assertThat(queue.counts("unknown").oldestOverdue()).isZero();
    }

    @Test
    void countsAreByState() {
        dead("d1");
        leased("l1");
        leased("l2");
        send(message("w1"));
        sendDue("w2");
        send(message("w3"));
        send(message("other", "a"));

        assertCounts(3, 2, 1);
    }

    @Test
    void countsOfManyTopicsAreThoseOfEach() {
        List<String> topics = IntStream.range(0, 50).mapToObj(i -> "topic-" + i).toList();
        topics.subList(10, 50).forEach(topic -> send(message(topic, "a")));
        dead("d1");
        send(message("w1"));
        List<String> asked = new ArrayList<>(topics);
        asked.add(TOPIC);

        Map<String, Counts> counts = queue.counts(asked);

        assertThat(counts.keySet()).containsExactlyElementsOf(asked);
        assertThat(counts.get("topic-9")).isEqualTo(Counts.NONE);
        assertThat(counts)
                .hasEntrySatisfying("topic-49", one -> assertThat(one.due()).isOne());
        assertThat(counts.get(TOPIC)).isEqualTo(queue.counts(TOPIC));
        assertThat(queue.counts(List.of())).isEmpty();
    }

    @Test
    void nothingIsOverdueBeforeItsTime() {
        send(message("a"));
        leased("b");
        dead("c");
        retry(leased("d"), LATER, false);

        assertThat(queue.counts(TOPIC).oldestOverdue()).isZero();
    }

    @Test
    void theOldestOverdueIsTheOneThatWaitsLongest() {
        Receipt first = sendDue(message("a").priority(0));
        passTime(Duration.ofMillis(20));
        Receipt second = sendDue(message("b").priority(9));
        passTime(Duration.ofMillis(10));
        Duration atLeast = Duration.between(first.dueTime(), now()).minusMillis(1);

        assertThat(queue.counts(TOPIC).oldestOverdue())
                .isGreaterThanOrEqualTo(atLeast)
                .isLessThanOrEqualTo(Duration.between(first.dueTime(), now()));

        ack(claimInTurn("a"));
        assertThat(queue.counts(TOPIC).oldestOverdue())
                .isGreaterThanOrEqualTo(Duration.ofMillis(9))
                .isLessThanOrEqualTo(Duration.between(second.dueTime(), now()));
    }

    @Test
    void aMessageThatIsTriedAgainIsOverdueFromItsNewTime() {
        LeasedMessage held = leased("a");
        passTime(Duration.ofMillis(20));
        retry(held, Duration.ZERO, false);
        passTime(Duration.ofMillis(3));

        assertThat(queue.counts(TOPIC).oldestOverdue())
                .isPositive()
                .isLessThanOrEqualTo(Duration.between(stored("a").at(), now()));
    }

    /** Claims all of the message's shard and hands back what is not asked for. */
    private LeasedMessage claimInTurn(String id) {
        List<LeasedMessage> held = LeasedMessage.of(claimer().claim(home(id), TOPIC));
        held.stream().filter(each -> !each.id().equals(id)).forEach(each -> release(each, Duration.ZERO, false));
        return held.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    }
}
