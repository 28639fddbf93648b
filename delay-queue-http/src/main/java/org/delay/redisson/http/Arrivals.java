package org.delay.redisson.http;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import lombok.RequiredArgsConstructor;

/** The requests whose bodies are still on their way: how much memory they take, and when they end. Safe for use by many threads. */
@RequiredArgsConstructor
final class Arrivals {

    /** One of them. */
    interface Arrival {

        /** Answers without the rest, on a thread of the server. */
        void refuse(ApiProblem problem);
    }

    /** A body that takes longer would hold memory for as long as its sender likes. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    private final ApiTimer timer;
    private final Duration longest;
    private final Set<Arrival> all = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean stopping;

    void add(Arrival body) {
        all.add(body);
        if (stopping) {
            body.refuse(ApiProblem.stopping());
        }
    }

    /** @param size how much of it was kept */
    void remove(Arrival body, long size) {
        if (all.remove(body)) {
            bytes.addAndGet(-size);
        }
    }

    /** Returns false if there is no memory for so much more. */
    boolean keep(int more) {
        return bytes.addAndGet(more) <= HeapRoom.bodies();
    }

    /** How long a body may take. */
    Duration longest() {
        return longest;
    }

    Future<?> after(Duration delay, Runnable task) {
        return timer.after(delay, task);
    }

    boolean isStopping() {
        return stopping;
    }

    /** Refuses all. */
    void stop() {
        stopping = true;
        List.copyOf(all).forEach(body -> body.refuse(ApiProblem.stopping()));
    }
}
