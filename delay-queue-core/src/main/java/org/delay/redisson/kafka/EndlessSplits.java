package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import org.apache.kafka.clients.producer.Producer;

/**
 * Notices that a client splits batches of a topic again and again while a send waits: see {@link NarrowTopics}. The client counts
 * splits of all topics together, so a topic is meant only if its records are sent again and again too. For one thread.
 */
@RequiredArgsConstructor
final class EndlessSplits implements BooleanSupplier {

    /** Sends mostly end earlier, and never look. */
    private static final long INTERVAL = Duration.ofMillis(500).toNanos();

    /** Otherwise, a client splits each batch once at most, and there are few batches in an interval. */
    private static final int MOST = 100;

    private final Producer<Object, Object> producer;
    private final String topic;
    private long lookAt = System.nanoTime() + INTERVAL;
    private double splits = Double.MAX_VALUE;
    private double sends = Double.MAX_VALUE;
    private boolean found;

    @Override
    public boolean getAsBoolean() {
        long now = System.nanoTime();
        if (found || now - lookAt < 0) {
            return found;
        }
        lookAt = now + INTERVAL;
        double splitsNow = BrokerProbe.splits(producer);
        double sendsNow = BrokerProbe.sends(producer, topic);
        found = splitsNow - splits > MOST && sendsNow - sends > MOST;
        splits = splitsNow;
        sends = sendsNow;
        return found;
    }
}
