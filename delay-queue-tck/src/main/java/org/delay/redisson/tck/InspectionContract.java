package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finding, listing and counting what is there. */
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

    // Lists

    @ParameterizedTest
    @EnumSource
    void aListOfNothing(State state) {
        Page page = queue.list("unknown", state, null, 10);

        assertThat(page.messages()).isEmpty();
        assertThat(page.next()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aListShowsOneState(State state) {
        dead("d1");
        leased("l1");
        send(message("w1"));
        String expected = switch (state) {
            case DUE -> "w1";
            case LEASED -> "l1";
            case DEAD -> "d1";
        };

        List<StoredMessage> all = all(state, 10);

        assertThat(all).containsExactly(stored(expected));
    }

    @Test
    void aListShowsADeadLetterBesideTheMessageWithItsId() {
        dead("a");
        send(message("a").body("live"));

        assertThat(all(State.DEAD, 10))
                .extracting(stored -> stored.message().body())
                .containsExactly("body of a");
        assertThat(all(State.DUE, 10))
                .extracting(stored -> stored.message().body())
                .containsExactly("live");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 100})
    void pagesShowEachMessageOnce(int limit) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ids.add(send(message("a" + i)).id());
        }

        assertThat(all(State.DUE, limit))
                .extracting(stored -> stored.message().id())
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void dueMessagesAreListedByPriorityAndDueTime() {
        List<String> ids = neighbours(4);
        send(message(ids.get(0)).priority(1));
        send(message(ids.get(1)).priority(5).delay(LATER.multipliedBy(2)));
        send(message(ids.get(2)).priority(5));
        send(message(ids.get(3)).priority(9).delay(LATER.multipliedBy(3)));

        assertThat(all(State.DUE, 3))
                .extracting(stored -> stored.message().id())
                .containsExactly(ids.get(3), ids.get(2), ids.get(1), ids.get(0));
    }

    @Test
    void leasedMessagesAreListedByTheEndOfTheLease() {
        List<String> ids = neighbours(3);
        ids.forEach(this::sendDue);
        Claim claim = claimer().claim(home(ids.get(0)), TOPIC);
        queue.renew(claim.lease(), List.of(ids.get(0)), LATER.multipliedBy(2));
        queue.renew(claim.lease(), List.of(ids.get(2)), LATER);

        assertThat(all(State.LEASED, 2))
                .extracting(stored -> stored.message().id())
                .containsExactly(ids.get(1), ids.get(2), ids.get(0));
    }

    @Test
    void deadLettersAreListedByTheTimeOfDeath() {
        List<String> ids = neighbours(3);
        for (int i = 2; i >= 0; i--) {
            dead(ids.get(i));
            passTime(Duration.ofMillis(2));
        }

        assertThat(all(State.DEAD, 2))
                .extracting(stored -> stored.message().id())
                .containsExactly(ids.get(2), ids.get(1), ids.get(0));
    }

    /** Every page. */
    private List<StoredMessage> all(State state, int limit) {
        List<StoredMessage> all = new ArrayList<>();
        Page page = queue.list(TOPIC, state, null, limit);
        for (int pages = 0; pages < 100; pages++) {
            assertThat(page.messages()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page.messages());
            if (page.next() == null) {
                return all;
            }
            page = queue.list(TOPIC, state, page.next(), limit);
        }
        throw new AssertionError("The pages do not end");
    }
}
