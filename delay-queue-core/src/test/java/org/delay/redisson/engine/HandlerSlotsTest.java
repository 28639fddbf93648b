package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.delay.redisson.engine.time.ManualTicker;
import org.delay.redisson.engine.time.StopSignal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets a slot, and who waits for one no longer. */
@Timeout(120)
class HandlerSlotsTest {

    private final ManualTicker ticker = new ManualTicker();
    private final StopSignal ending = new StopSignal();
    private final HandlerSlots slots = new HandlerSlots(1, ticker, ending);

    @Test
    void whoeverWaitsGetsASlotThatComesFree() {
        assertThat(slots.acquire()).isTrue();
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(slots::acquire);

        slots.release();

        assertThat(waiting.join()).isTrue();
    }

    @Test
    void nobodyWaitsForLong() {
        assertThat(slots.acquire()).isTrue();
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(slots::acquire);

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            ticker.tick(RestRelease.HOARDING);
            return waiting.isDone();
        });

        assertThat(waiting.join()).isFalse();
        slots.release();
        assertThat(slots.acquire()).as("nobody took the slot").isTrue();
    }

    @Test
    void nobodyWaitsAtTheEnd() {
        assertThat(slots.acquire()).isTrue();

        ending.give();

        assertThat(slots.acquire()).isFalse();
    }
}
