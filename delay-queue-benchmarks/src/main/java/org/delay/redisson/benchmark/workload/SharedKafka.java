package org.delay.redisson.benchmark.workload;

import org.delay.redisson.tck.server.KafkaBroker;
import org.jspecify.annotations.Nullable;

/** A Kafka that is started when it is needed, and serves until it is closed; it is started anew when it is needed again. */
public final class SharedKafka implements AutoCloseable {

    private @Nullable KafkaBroker broker;

    synchronized KafkaBroker broker() {
        if (broker == null) {
            broker = KafkaBroker.start();
        }
        return broker;
    }

    @Override
    public synchronized void close() {
        if (broker != null) {
            broker.close();
            broker = null;
        }
    }
}
