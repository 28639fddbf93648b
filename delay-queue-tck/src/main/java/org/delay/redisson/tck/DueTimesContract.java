package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message is due at the time that its send asked for, in whole milliseconds, and never earlier. */
abstract class DueTimesContract extends ContractFixture {

    @Test
    void aMessageIsDueAfterItsDelayInWholeMilliseconds() {
        Duration delay = Duration.ofNanos(3_600_000_999_999L);
        Instant before = now();

        Receipt receipt = send(message("a").delay(delay));

        assertThat(receipt.topic()).isEqualTo(TOPIC);
        assertThat(receipt.id()).isEqualTo("a");
        assertThat(receipt.outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(receipt.dueTime())
                .isEqualTo(receipt.dueTime().truncatedTo(ChronoUnit.MILLIS))
                .isBetween(before.plus(delay), now().plus(delay).plusMillis(1).plus(queues.dueTimeError()));
    }

    @Test
    void aDueTimeIsRoundedUp() {
        Instant dueTime = now().truncatedTo(ChronoUnit.MILLIS).plus(LATER).plusNanos(1_000);

        Receipt receipt = send(at("a", dueTime));

        assertThat(receipt.dueTime())
                .isEqualTo(dueTime.truncatedTo(ChronoUnit.MILLIS).plusMillis(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1000000000-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2020-02-29T12:00:00.000000001Z"})
    void aDueTimeInThePastIsNow(Instant dueTime) {
        Instant before = now();

        Receipt receipt = send(at("a", dueTime));

        assertThat(receipt.dueTime()).isBetween(before, now().plus(queues.dueTimeError()));
        passUntil(receipt.dueTime());
        assertThat(claim("a").message().dueTime()).isEqualTo(receipt.dueTime());
    }

    @Test
    void aMessageIsNeverEarly() {
        Receipt receipt = send(message("a").delay(Duration.ofMillis(30)));
        ClaimingThread claimer = claimer();

        List<LeasedMessage> held = claimer.claimFromAll(TOPIC);
        while (held.isEmpty()) {
            passTime(Duration.of(300, ChronoUnit.MICROS));
            held = claimer.claimFromAll(TOPIC);
        }

        assertThat(now()).isAfterOrEqualTo(receipt.dueTime());
    }

    /** Starts from a new builder, because a builder takes either a delay or a due time. */
    private static OutgoingMessage.Builder at(String id, Instant dueTime) {
        return OutgoingMessage.to(TOPIC).id(id).body("body of " + id).dueTime(dueTime);
    }
}
