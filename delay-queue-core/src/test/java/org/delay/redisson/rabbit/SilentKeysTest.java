package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.rabbit.AddressedMessages.message;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SilentKeysTest {

    private static final Duration PAUSE = Duration.ofSeconds(20);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final SilentKeys silent = new SilentKeys(now::get, PAUSE);

    @Test
    void otherAddressesAreNotConcerned() {
        silent.suspected(message("orders", "eu"));

        assertThat(silent.waits(message("orders", "us"))).isNull();
        assertThat(silent.waits(message("mails", "eu"))).isNull();
    }

    @Test
    void nothingElseIsPublishedWhileAnAddressIsSuspected() {
        silent.suspected(message("orders", "eu"));

        assertThat(silent.waits(message("orders", "eu"))).isEqualTo(SilentKeys.WHILE_ONE_TRIES);
        silent.forget(message("orders", "eu"));
        assertThat(silent.waits(message("orders", "eu"))).isNull();
    }

    @Test
    void oneMessageTriesAgainAfterThePause() {
        assertThat(silent.unconfirmed(message("orders", "eu"))).isEqualTo(PAUSE);
        now.addAndGet(PAUSE.toNanos() - 1);
        assertThat(silent.waits(message("orders", "eu"))).isEqualTo(Duration.ofNanos(1));
        now.addAndGet(1);

        assertThat(silent.waits(message("orders", "eu"))).isNull();
        assertThat(silent.waits(message("orders", "eu"))).isEqualTo(SilentKeys.WHILE_ONE_TRIES);
    }

    /** Its process may have ended. */
    @Test
    void anotherTriesIfNobodyHearsOfTheFirst() {
        silent.suspected(message("orders", "eu"));
        for (int i = 0; i < 3; i++) {
            now.addAndGet(PAUSE.toNanos());
            assertThat(silent.waits(message("orders", "eu"))).isNull();
            assertThat(silent.waits(message("orders", "eu"))).isNotNull();
        }
    }

    @Test
    void theNextOneTriesIfNobodyWaitsForTheFirst() {
        silent.suspected(message("orders", "eu"));

        silent.undecided(message("orders", "eu"));

        assertThat(silent.waits(message("orders", "eu"))).isNull();
        assertThat(silent.waits(message("orders", "eu"))).isEqualTo(SilentKeys.WHILE_ONE_TRIES);
    }

    @Test
    void whatNobodyWaitsForDoesNotShortenAPause() {
        var unused = silent.unconfirmed(message("orders", "eu"));

        silent.undecided(message("orders", "eu"));

        assertThat(silent.waits(message("orders", "eu"))).isEqualTo(PAUSE);
        silent.undecided(message("mails", "eu"));
        assertThat(silent.waits(message("mails", "eu"))).isNull();
    }

    @Test
    void aPauseHasALimitHoweverLongAnAttemptMayTake() {
        SilentKeys patient = new SilentKeys(now::get, Duration.ofMinutes(40));

        assertThat(patient.unconfirmed(message("orders", "eu"))).isEqualTo(SilentKeys.LONGEST_PAUSE);
    }

    @Test
    void aSuspicionDoesNotProlongAPause() {
        var unused = silent.unconfirmed(message("orders", "eu"));
        now.addAndGet(PAUSE.toNanos() - 1);

        silent.suspected(message("orders", "eu"));

        assertThat(silent.waits(message("orders", "eu"))).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void itsMemoryIsBounded() {
        for (int i = 0; i <= SilentKeys.MAX_ADDRESSES; i++) {
            var unused = silent.unconfirmed(message("orders", "key-" + i));
        }

        assertThat(silent.waits(message("orders", "key-0"))).isNull();
        assertThat(silent.waits(message("orders", "key-" + SilentKeys.MAX_ADDRESSES)))
                .isNotNull();
    }
}
