package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Relayed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RelaySignalsTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final RelaySignals signals = new RelaySignals();

    @Test
    @Timeout(60)
    void enoughConfirmationsDoNotWaitForTheNextSweep() throws Exception {
        for (int i = 0; i < Confirmations.BATCH; i++) {
            signals.told(new Relayed(new MessageRevision(new MessageKey("orders", "id-" + i), 1), new Placement(0, 1)));
        }

        assertThat(signals.hints.take(1, HOUR)).isEmpty();
        assertThat(signals.confirmations.take(Confirmations.BATCH)).hasSize(Confirmations.BATCH);
    }

    /** As while Redis is the wrong one, or empty and waits for a person. */
    @Test
    void whatWasRefusedIsToldAgainOnceItsShardIsSound() throws Exception {
        MessageKey key = new MessageKey("orders", "a");
        signals.refused(new Relayed(new MessageRevision(key, 1), new Placement(3, 1)));

        signals.sound(2);
        assertThat(signals.hints.take(1, 0)).isEmpty();
        assertThat(signals.shards()).containsExactly(3);

        signals.sound(3);
        assertThat(signals.hints.take(1, HOUR)).containsOnlyKeys(key);
        signals.sound(3);
        assertThat(signals.hints.take(1, 0)).isEmpty();
    }
}
