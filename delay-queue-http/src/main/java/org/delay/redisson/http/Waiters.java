package org.delay.redisson.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.engine.policy.PullDestination;
import org.jspecify.annotations.Nullable;

/**
 * The clients that wait for messages at this instance: the destination {@code http} of routes. A client that waits costs an entry
 * here and no thread, and Redis is not asked for it. Safe for use by many threads.
 */
final class Waiters implements PullDestination, AutoCloseable {

    /** Topics come and go; beyond this many, those that nobody waits for are forgotten. */
    private static final int MANY_TOPICS = 1_000;

    private final Predicate<String> pulled;
    private final ApiTimer timer;
    private final int most;
    private final int mostPerToken;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, TopicQueue> topics = new HashMap<>();
    private final Map<Poll, Future<?>> polls = new LinkedHashMap<>();
    private final Map<String, Integer> byClient = new HashMap<>();
    private final Map<String, Poll> byConsumer = new HashMap<>();
    private boolean stopping;
    private volatile @Nullable Consumer<String> listener;

    /** @param room how many clients the heap has room for; a token then has the same part of it as of the limit */
    Waiters(Predicate<String> pulled, DelayQueueHttpProperties.Limit limits, ApiTimer timer, int room) {
        this.pulled = pulled;
        this.timer = timer;
        this.most = Math.min(limits.waiters(), room);
        this.mostPerToken = (int) Math.max(1, (long) limits.waitersPerToken() * most / limits.waiters());
    }

    /**
     * Lets a client wait. Another one of the same consumer ends.
     *
     * @throws ApiProblem if too many wait, or nothing is dispatched here; then its end is not told
     */
    void add(Poll poll, Duration wait) {
        Poll older = null;
        List<String> fresh;
        lock.lock();
        try {
            older = removeOlder(poll);
            check(poll);
            fresh = admit(poll, wait);
        } finally {
            lock.unlock();
            if (older != null) {
                older.end(List.of());
            }
        }
        Consumer<String> told = listener;
        if (told != null) {
            fresh.forEach(told);
        }
    }

    private @Nullable Poll removeOlder(Poll poll) {
        Poll older = poll.key() == null ? null : byConsumer.get(poll.key());
        return older != null && remove(older) ? older : null;
    }

    /** Returns the topics of which nothing was wanted before. */
    private List<String> admit(Poll poll, Duration wait) {
        polls.put(poll, timer.after(wait, () -> end(poll)));
        byClient.merge(poll.client(), 1, Integer::sum);
        if (poll.key() != null) {
            byConsumer.put(poll.key(), poll);
        }
        return poll.topics().stream().filter(topic -> queue(topic).add(poll)).toList();
    }

    private void check(Poll poll) {
        if (stopping) {
            throw ApiProblem.stopping();
        }
        if (listener == null) {
            throw new ApiProblem(
                            ApiProblem.UNAVAILABLE,
                            "not-dispatching",
                            "This instance does not dispatch messages ('delay.redisson.auto-startup')")
                    .retryAfter(Duration.ofSeconds(1));
        }
        if (polls.size() >= most || byClient.getOrDefault(poll.client(), 0) >= mostPerToken) {
            // Those who don't come back must not keep a connection from others.
            throw new ApiProblem(ApiProblem.TOO_MANY, "too-many-waiters", "Too many clients wait for messages")
                    .retryAfter(Duration.ofSeconds(1))
                    .closing();
        }
    }

    private TopicQueue queue(String topic) {
        if (topics.size() >= MANY_TOPICS && !topics.containsKey(topic)) {
            long now = System.nanoTime();
            topics.values().removeIf(queue -> !queue.isWatched(now));
        }
        return topics.computeIfAbsent(topic, unused -> new TopicQueue());
    }

    /** Returns false if it has ended before. */
    private boolean remove(Poll poll) {
        Future<?> timeout = polls.remove(poll);
        if (timeout == null) {
            return false;
        }
        timeout.cancel(false);
        byClient.computeIfPresent(poll.client(), (client, number) -> number == 1 ? null : number - 1);
        if (poll.key() != null) {
            byConsumer.remove(poll.key(), poll);
        }
        long now = System.nanoTime();
        poll.topics().forEach(topic -> {
            TopicQueue queue = topics.get(topic);
            if (queue != null) {
                queue.remove(poll, now);
            }
        });
        return true;
    }

    private void end(Poll poll) {
        boolean isEnded;
        lock.lock();
        try {
            isEnded = remove(poll);
        } finally {
            lock.unlock();
        }
        if (isEnded) {
            poll.end(List.of());
        }
    }

    /** How many clients wait. */
    int count() {
        lock.lock();
        try {
            return polls.size();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all, and lets no more wait. */
    void stop() {
        List<Poll> all;
        lock.lock();
        try {
            stopping = true;
            all = List.copyOf(polls.keySet());
        } finally {
            lock.unlock();
        }
        all.forEach(this::end);
    }

    @Override
    public boolean contains(String topic) {
        return pulled.test(topic);
    }

    @Override
    public int wanted(String topic) {
        lock.lock();
        try {
            TopicQueue queue = topics.get(topic);
            return queue == null ? 0 : queue.wanted();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isWatched(String topic) {
        lock.lock();
        try {
            TopicQueue queue = topics.get(topic);
            return queue != null && queue.isWatched(System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Set<String> take(Lease lease, List<Claimed> messages) {
        Map<Poll, List<Taken>> shares;
        lock.lock();
        try {
            TopicQueue queue = topics.get(lease.topic());
            shares = queue == null ? Map.of() : queue.share(lease, messages);
            shares.keySet().forEach(this::remove);
        } finally {
            lock.unlock();
        }
        Set<String> ids = new HashSet<>();
        shares.forEach((poll, taken) -> {
            taken.forEach(one -> ids.add(one.id()));
            poll.end(taken);
        });
        return ids;
    }

    @Override
    public void onWanted(Consumer<String> listener) {
        this.listener = listener;
    }

    @Override
    public void close() {
        stop();
    }
}
