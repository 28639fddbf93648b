package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.journal.store.MessageKey;
import org.junit.jupiter.api.Test;

class HintsTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Hints hints = new Hints();

    @Test
    void theOldestComeFirst() throws Exception {
        hints.add(List.of(new MessageKey("orders", "b"), new MessageKey("orders", "a")));

        assertThat(hints.take(1, HOUR).keySet()).extracting(MessageKey::id).containsExactly("b");
        assertThat(hints.take(2, HOUR).keySet()).extracting(MessageKey::id).containsExactly("a");
        assertThat(hints.take(2, 0)).isEmpty();
    }

    @Test
    void aStopDoesNotWaitForTheNextSweep() throws Exception {
        CompletableFuture<Integer> taken = CompletableFuture.supplyAsync(() -> {
            try {
                return hints.take(1, HOUR).size();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        hints.wake();

        assertThat(taken.get(1, TimeUnit.MINUTES)).isZero();
    }
}
