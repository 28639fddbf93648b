package org.delay.redisson.kafka;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** The producer that all workers share. It is created on first use, and again after it broke or was closed. */
@Slf4j
final class ReplaceableProducer implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock, as is {@link #current}. */
    private DedicatedProducerFactory factory;

    private @Nullable Producer<String, String> current;

    ReplaceableProducer(DedicatedProducerFactory factory) {
        this.factory = factory;
    }

    Producer<String, String> get() {
        lock.lock();
        try {
            Producer<String, String> producer = factory.createProducer();
            current = producer;
            return producer;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client of this producer can still communicate with the brokers. */
    BooleanSupplier aliveCheck(Producer<String, String> producer) {
        lock.lock();
        try {
            return current == producer ? factory.aliveCheck() : () -> true;
        } finally {
            lock.unlock();
        }
    }

    boolean isReplaced(Producer<String, String> producer) {
        lock.lock();
        try {
            return current != producer;
        } finally {
            lock.unlock();
        }
    }

    /** Closes a broken producer, unless another thread already did. The next {@link #get} creates another one. */
    void replace(Producer<String, String> broken) {
        DedicatedProducerFactory old;
        lock.lock();
        try {
            if (current != broken) {
                return;
            }
            old = startAnother();
        } finally {
            lock.unlock();
        }
        log.warn(
                "The Kafka producer is broken and is replaced. Messages that it had not confirmed are delivered again");
        old.reset();
    }

    /** At once if nothing is in flight, else within 5 s. */
    @Override
    public void close() {
        DedicatedProducerFactory old;
        lock.lock();
        try {
            old = startAnother();
        } finally {
            lock.unlock();
        }
        old.reset();
    }

    /** The next producer comes from another factory, so that it does not have to wait until the old one is closed. */
    private DedicatedProducerFactory startAnother() {
        DedicatedProducerFactory old = factory;
        factory = old.next();
        current = null;
        return old;
    }
}
