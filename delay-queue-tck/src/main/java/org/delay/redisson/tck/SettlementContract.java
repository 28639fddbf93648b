package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an ack, a retry, a release, a renewal and a burial do to a leased message. */
abstract class SettlementContract extends ContractFixture {

    @Test
    void ackRemoves() {
        ack(leased("a"));

        assertGone("a");
        assertCounts(0, 0, 0);
        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
    }

    @Test
    void retryIsDueAfterItsDelayAndCounts() {
        Receipt receipt = sendDue("a");
        LeasedMessage held = claim("a");
        Instant before = now();

        retry(held, LATER, false);

        StoredMessage stored = stored("a");
        assertThat(stored.state()).isEqualTo(State.DUE);
        assertThat(stored.at()).isBetween(before.plus(LATER), now().plus(LATER).plusMillis(1));
        assertThat(stored.failures()).isEqualTo(1);
        assertThat(stored.leaseExpirations()).isZero();
        assertThat(stored.message().attempt()).isEqualTo(2);
        assertThat(stored.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
    }

    @Test
    void retriesAddUpAndTheFirstDueTimeStays() {
        Receipt receipt = sendDue("a");
        for (int failures = 0; failures < 4; failures++) {
            LeasedMessage held = claim("a");
            assertThat(held.claimed().failures()).isEqualTo(failures);
            assertThat(held.message().attempt()).isEqualTo(failures + 1);
            assertThat(held.message().dueTime()).isEqualTo(receipt.dueTime());
            retry(held, Duration.ofMillis(2), false);
            passUntil(stored("a").at());
        }
    }

    @Test
    void eachRetryHasItsOwnDelay() {
        List<String> ids = neighbours(3);
        ids.forEach(this::sendDue);
        ClaimResult claim = claimer().claim(home(ids.get(0)), TOPIC);
        Instant before = now();
        List<Retry> retries = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            retries.add(new Retry(ids.get(i), LATER.multipliedBy(i + 1), false));
        }

        assertThat(queue.retry(claim.lease(), retries)).isEmpty();

        for (int i = 0; i < 3; i++) {
            Duration delay = LATER.multipliedBy(i + 1);
            assertThat(stored(ids.get(i)).at())
                    .isBetween(before.plus(delay), now().plus(delay).plusMillis(1));
        }
    }

    @Test
    void releaseIsDueAtItsFirstTimeAndCountsNothing() {
        Receipt receipt = sendDue("a");
        retry(claim("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));

        release(claim("a"), Duration.ZERO, false);

        assertThat(stored("a").at()).isEqualTo(receipt.dueTime());
        LeasedMessage held = claim("a");
        assertThat(held.claimed().failures()).isEqualTo(1);
        assertThat(held.claimed().leaseExpirations()).isZero();
    }

    @Test
    void releaseWithADelayIsDueAfterIt() {
        Receipt receipt = sendDue("a");
        LeasedMessage held = claim("a");
        Instant before = now();

        release(held, LATER, false);

        assertThat(stored("a").at())
                .isBetween(before.plus(LATER), now().plus(LATER).plusMillis(1));
        assertThat(stored("a").message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(stored("a").message().attempt()).isEqualTo(1);
    }

    @Test
    void renewMakesALeaseLast() {
        sendDue("a");
        LeasedMessage held = claim("a", SHORT);
        Instant firstEnd = stored("a").at();
        Instant before = now();

        assertThat(renew(held, LATER)).isEmpty();
        assertThat(stored("a").at())
                .isBetween(before.plus(LATER), now().plus(LATER).plusMillis(1));
        passUntil(firstEnd.plusMillis(5));

        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
        assertThat(renew(held, LATER)).as("again").isEmpty();
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void renewCountsNothing() {
        LeasedMessage held = leased("a");
        renew(held, LATER);

        assertThat(stored("a").message().attempt()).isEqualTo(1);
        assertThat(stored("a").leaseExpirations()).isZero();
    }

    @Test
    void buryKeepsTheMessageAndTheError() {
        Receipt receipt =
                sendDue(message("a").key("key").header("h", "1").priority(8).timeToLive(LATER));
        retry(claim("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        LeasedMessage held = claim("a");
        Instant before = now().minusMillis(1);

        Burial burial = queue.bury(
                held.lease(), List.of(new GivenUp("a", "java.io.IOException: \"no\" use\nat line 2 ☠", false, false)));

        assertThat(burial.lost()).isEmpty();
        assertThat(burial.dead()).isEqualTo(1);
        StoredMessage stored = stored("a");
        assertThat(stored.state()).isEqualTo(State.DEAD);
        assertThat(stored.at()).isBetween(before, now().plusMillis(1));
        assertThat(stored.error()).isEqualTo("java.io.IOException: \"no\" use\nat line 2 ☠");
        assertThat(stored.failures()).isEqualTo(1);
        assertThat(stored.timeToLive()).isEqualTo(LATER);
        assertThat(stored.message().body()).isEqualTo("body of a");
        assertThat(stored.message().key()).isEqualTo("key");
        assertThat(stored.message().headers()).containsExactly(Map.entry("h", "1"));
        assertThat(stored.message().priority()).isEqualTo(8);
        assertThat(stored.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
    }

    @Test
    void buryCountsADeliveryThatFailed() {
        sendDue(message("a"));
        retry(claim("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));

        queue.bury(claim("a").lease(), List.of(new GivenUp("a", "no use", false, true)));

        assertThat(stored("a").failures()).isEqualTo(2);
    }

    @Test
    void buryAnswersHowManyAreDeadInTheShard() {
        List<String> ids = neighbours(3);
        for (int i = 0; i < 3; i++) {
            LeasedMessage held = leased(ids.get(i));
            assertThat(queue.bury(held.lease(), List.of(new GivenUp(ids.get(i), "no use", false, false)))
                            .dead())
                    .isEqualTo(i + 1L);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aMessageThatDiesAgainTakesThePlaceOfItsDeadLetter(boolean retried) {
        dead("a");
        sendDue(message("a").body("second"));
        LeasedMessage held = claim("a");
        if (retried) {
            retry(held, Duration.ZERO, false);
            passTime(Duration.ofMillis(1));
            held = claim("a");
        }

        assertThat(queue.bury(held.lease(), List.of(new GivenUp("a", "second error", false, false)))
                        .dead())
                .isEqualTo(1);

        assertThat(stored("a").message().body()).isEqualTo("second");
        assertThat(stored("a").error()).isEqualTo("second error");
        assertCounts(0, 0, 1);
    }
}
