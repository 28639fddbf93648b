package org.delay.redisson.http;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that waits for messages. Compared by identity. */
final class Poll {

    private final Set<String> topics;
    private final int max;
    private final String client;
    private final @Nullable String consumer;
    private final Consumer<List<Taken>> end;

    /**
     * A client that waits.
     *
     * @param client whose limit it counts against
     * @param consumer a name by which a newer receive of the same client replaces it
     * @param end is told once: the messages, or none when time is up. Returns at once and does not throw
     */
    Poll(Set<String> topics, int max, String client, @Nullable String consumer, Consumer<List<Taken>> end) {
        this.topics = topics;
        this.max = max;
        this.client = client;
        this.consumer = consumer;
        this.end = end;
    }

    Set<String> topics() {
        return topics;
    }

    int max() {
        return max;
    }

    String client() {
        return client;
    }

    /** Null if no other receive replaces it. */
    @Nullable
    String key() {
        return consumer == null ? null : client + "/" + consumer;
    }

    void end(List<Taken> messages) {
        end.accept(messages);
    }
}
