package org.delay.redisson.kafka;

import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the thread by which a Kafka client speaks to the brokers. An {@link Error} of an interceptor, for example, ends it:
 * from then on nothing is answered, and the client does not say so.
 */
final class NetworkThread {

    private NetworkThread() {}

    /** The thread of the producer with this name, or null if there is none, as in another version of the client. */
    static @Nullable Thread of(String clientId) {
        String name = KafkaProducer.NETWORK_THREAD_PREFIX + " | " + clientId;
        return all().filter(thread -> thread.getName().equals(name)).findAny().orElse(null);
    }

    private static Stream<Thread> all() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        // More than there are, since some may come meanwhile; what does not fit is left out silently.
        Thread[] threads = new Thread[2 * group.activeCount() + 100];
        return Stream.of(threads).limit(group.enumerate(threads));
    }
}
