package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import org.apache.kafka.clients.producer.Producer;

/**
 * Notices that a client splits batches of a topic again and again while a send waits: see {@link NarrowTopics}. The client counts
 * splits of all topics together, so a topic is meant only if its records are sent again and again too, without a response that
 * asks for that. It counts from the first look until the send ends: how fast a client splits depends on how far away its broker
 * is. For one thread.
 */
@RequiredArgsConstructor
final class EndlessSplits implements BooleanSupplier {

    /** Sends mostly end earlier, and never look. */
    private static final long INTERVAL = Duration.ofMillis(500).toNanos();

    /** Otherwise, a client splits each batch once at most, and few batches are too large. */
    private static final int MOST = 100;

    private final Producer<Object, Object> producer;
    private final String topic;
    private long lookAt = System.nanoTime() + INTERVAL;
    private double splits;
    private double sends;
    private boolean looked;
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
        if (looked) {
            found = splitsNow - splits > MOST && sendsNow - sends > MOST;
        } else {
            splits = splitsNow;
            sends = sendsNow;
            looked = true;
        }
        return found;
    }
}
