package org.delay.redisson.kafka;

import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the thread on which a Kafka client communicates with the brokers. An {@link Error}, for example of an interceptor, ends
 * that thread: the client gets no more responses, and does not report it.
 */
final class NetworkThread {

    private NetworkThread() {}

    /** The thread of the producer with this client id, or null if there is none, as in another version of the client. */
    static @Nullable Thread of(String clientId) {
        String name = KafkaProducer.NETWORK_THREAD_PREFIX + " | " + clientId;
        return all().filter(thread -> thread.getName().equals(name)).findAny().orElse(null);
    }

    private static Stream<Thread> all() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        // Larger than the count, because threads may start meanwhile. enumerate() drops those that do not fit.
        Thread[] threads = new Thread[2 * group.activeCount() + 100];
        return Stream.of(threads).limit(group.enumerate(threads));
    }
}
