package org.delay.redisson.rabbit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.rabbit.AddressedMessages.message;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.Logged;
import org.junit.jupiter.api.Test;

class RefusedKeysTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final RefusedKeys refused = new RefusedKeys(now::get, Duration.ofSeconds(20));

    @Test
    void aRefusedKeyConcernsNoOther() {
        DestinationUnavailable failure = refused.keyRefused(message("orders", "eu"), "full", null);

        assertThat(failure.isOfMessageOnly()).isTrue();
        assertThat(refused.unavailable(message("orders", "eu"))).hasMessage("full");
        assertThat(refused.unavailable(message("orders", "us"))).isNull();
        assertThat(refused.unavailable(message("mails", "eu"))).isNull();
    }

    @Test
    void aRefusedExchangeConcernsAllItsKeys() {
        var unused = refused.exchangeRefused(message("orders", "eu"), "missing", new IllegalStateException());

        assertThat(refused.unavailable(message("orders", "us"))).hasMessage("missing");
        assertThat(refused.unavailable(message("mails", "eu"))).isNull();
    }

    @Test
    void anAddressIsTriedAgainAfterAPauseThatGrows() {
        Duration expected = RefusedKeys.FIRST_BACK_OFF;
        for (int i = 0; i < 10; i++) {
            Duration pause =
                    refused.keyRefused(message("orders", "eu"), "full", null).retryAfter();
            assertThat(pause).isEqualTo(expected);
            now.addAndGet(pause.toNanos() - 1);
            assertThat(requireNonNull(refused.unavailable(message("orders", "eu")))
                            .retryAfter())
                    .isEqualTo(Duration.ofNanos(1));
            now.addAndGet(1);
            assertThat(refused.unavailable(message("orders", "eu"))).isNull();
            Duration doubled = expected.multipliedBy(2);
            expected = doubled.compareTo(RefusedKeys.LONGEST_BACK_OFF) > 0 ? RefusedKeys.LONGEST_BACK_OFF : doubled;
        }
    }

    /** All workers may have published to it. */
    @Test
    void refusalsAtTheSameTimeCountOnce() {
        DestinationUnavailable first = refused.keyRefused(message("orders", "eu"), "full", null);

        assertThat(refused.keyRefused(message("orders", "eu"), "full", null)).isSameAs(first);
    }

    @Test
    void whatIsTakenIsForgotten() {
        var unused = refused.keyRefused(message("orders", "eu"), "full", null);
        var ignored = refused.exchangeRefused(message("orders", "eu"), "missing", new IllegalStateException());

        refused.accepted(message("orders", "eu"));

        assertThat(refused.unavailable(message("orders", "eu"))).isNull();
        assertThat(refused.keyRefused(message("orders", "eu"), "full", null).retryAfter())
                .isEqualTo(RefusedKeys.FIRST_BACK_OFF);
    }

    /** It takes one message for each that is consumed. */
    @Test
    void aFullQueueThatDrainsIsWarnedAboutOnce() {
        try (Logged log = Logged.of(RefusedKeys.class)) {
            for (int i = 0; i < 100; i++) {
                var unused = refused.keyRefused(message("orders", "eu"), "full", null);
                refused.accepted(message("orders", "eu"));
                now.addAndGet(Duration.ofSeconds(1).toNanos());
            }
            assertThat(log.lines()).hasSize(1);

            now.addAndGet(RefusedKeys.MEMORY.toNanos());
            var unused = refused.keyRefused(message("orders", "eu"), "full", null);
            assertThat(log.lines()).hasSize(2);
        }
    }

    @Test
    void itsMemoryIsBounded() {
        for (int i = 0; i <= RefusedKeys.MAX_ADDRESSES; i++) {
            var unused = refused.keyRefused(message("orders", "key-" + i), "full", null);
        }

        assertThat(refused.unavailable(message("orders", "key-0"))).isNull();
        assertThat(requireNonNull(refused.unavailable(message("orders", "key-" + RefusedKeys.MAX_ADDRESSES))))
                .hasMessage("full");
    }
}
