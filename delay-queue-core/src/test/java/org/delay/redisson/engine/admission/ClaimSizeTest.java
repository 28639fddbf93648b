package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.engine.policy.PullDestination;
import org.junit.jupiter.api.Test;

class ClaimSizeTest {

    private final ClaimSize size = new ClaimSize(200, PullDestination.NONE);

    private void took(int limit, int messages, Duration time) {
        took(limit, messages, messages, time);
    }

    private void took(int limit, int claimed, int handled, Duration time) {
        size.took("orders", limit, claimed, handled, time.toNanos());
    }

    @Test
    void aTopicBeginsAtWhatTheConsumerTakes() {
        assertThat(size.of("orders", 1)).isEqualTo(1);
        assertThat(size.of("orders", 50)).isEqualTo(50);
        assertThat(size.of("orders", 1_000)).isEqualTo(200);
    }

    @Test
    void aFastTopicDoublesUpToTheMost() {
        int claimed = size.of("orders", 1);
        for (int i = 0; i < 8; i++) {
            took(claimed, claimed, Duration.ofMillis(1));
            claimed = size.of("orders", 1);
        }

        assertThat(claimed).isEqualTo(200);
        assertThat(size.of("other", 1)).isEqualTo(1);
    }

    @Test
    void aBatchThatWasNotFullSaysNothingOfMore() {
        took(4, 3, Duration.ofMillis(1));

        assertThat(size.of("orders", 4)).isEqualTo(4);
    }

    @Test
    void aFastTopicDoublesThoughMostOfItsMessagesHaveExpired() {
        took(4, 4, 1, Duration.ofMillis(4));

        assertThat(size.of("orders", 1)).isEqualTo(8);
    }

    @Test
    void oneMessageOfManyTellsHowLongAllWouldTake() {
        took(4, 4, 1, Duration.ofMillis(5));

        assertThat(size.of("orders", 4)).isEqualTo(4);
    }

    @Test
    void aBacklogOfExpiredMessagesIsClaimedInEverLargerBatches() {
        size.expired("orders", 4, 4);
        assertThat(size.of("orders", 1)).isEqualTo(8);

        size.expired("orders", 8, 3);
        assertThat(size.of("orders", 1)).isEqualTo(8);

        size.expired("orders", 150, 150);
        assertThat(size.of("orders", 1)).isEqualTo(200);
    }

    @Test
    void aSlowTopicShrinksToATenthOfASecond() {
        took(200, 200, Duration.ofSeconds(1));
        assertThat(size.of("orders", 1)).isEqualTo(20);

        took(20, 20, Duration.ofMinutes(1));
        assertThat(size.of("orders", 1)).isEqualTo(1);
        assertThat(size.of("orders", 5)).isEqualTo(5);
    }
}
