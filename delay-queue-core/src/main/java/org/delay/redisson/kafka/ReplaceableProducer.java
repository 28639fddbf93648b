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

    private @Nullable Producer<Object, Object> current;

    ReplaceableProducer(DedicatedProducerFactory factory) {
        this.factory = factory;
    }

    Producer<Object, Object> get() {
        lock.lock();
        try {
            Producer<Object, Object> producer = factory.createProducer();
            current = producer;
            return producer;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client of this producer can still communicate with the brokers. */
    BooleanSupplier aliveCheck(Producer<Object, Object> producer) {
        lock.lock();
        try {
            return current == producer ? factory.aliveCheck() : () -> true;
        } finally {
            lock.unlock();
        }
    }

    boolean isReplaced(Producer<Object, Object> producer) {
        lock.lock();
        try {
            return current != producer;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes a broken producer, unless another thread already did. The next {@link #get} creates another one.
     *
     * @param atOnce whether it must not even try to end what is in flight
     * @return false if another thread already did
     */
    boolean replace(Producer<Object, Object> broken, boolean atOnce) {
        DedicatedProducerFactory old;
        lock.lock();
        try {
            if (current != broken) {
                return false;
            }
            old = startAnother();
        } finally {
            lock.unlock();
        }
        log.warn(
                "The Kafka producer is broken and is replaced. Messages that it had not confirmed are delivered again");
        if (atOnce) {
            old.setPhysicalCloseTimeout(0);
        }
        old.reset();
        return true;
    }

    /** Closes the producer: at once if nothing is in flight, otherwise within 5 s. */
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
