package org.delay.redisson.benchmark.workload;

import org.delay.redisson.tck.server.KafkaBroker;
import org.jspecify.annotations.Nullable;

/** A Kafka that starts on first use and runs until it is closed. The next use starts it again. */
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
