package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are listed by state, in an order and in pages. */
abstract class ListingContract extends ContractFixture {

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
        ClaimResult claim = claimer().claim(home(ids.get(0)), TOPIC);
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
