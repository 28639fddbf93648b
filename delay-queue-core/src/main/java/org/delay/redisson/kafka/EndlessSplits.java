package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import org.apache.kafka.clients.producer.Producer;

/** Notices that a client splits batches again and again while a send waits: see {@link NarrowTopics}. For one thread. */
@RequiredArgsConstructor
final class EndlessSplits implements BooleanSupplier {

    /** Sends mostly end earlier, and never look. */
    private static final long INTERVAL = Duration.ofMillis(500).toNanos();

    /** Otherwise, a client splits each batch once at most, and there are few batches in an interval. */
    private static final int MOST = 100;

    private final Producer<Object, Object> producer;
    private long lookAt = System.nanoTime() + INTERVAL;
    private double before = -1;
    private boolean found;

    @Override
    public boolean getAsBoolean() {
        long now = System.nanoTime();
        if (found || now - lookAt < 0) {
            return found;
        }
        lookAt = now + INTERVAL;
        double splits = BrokerProbe.splits(producer);
        found = before >= 0 && splits - before > MOST;
        before = splits;
        return found;
    }
}
