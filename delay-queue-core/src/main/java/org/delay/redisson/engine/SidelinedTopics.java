package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a destination that wait to be tried: first those that were not tried yet, the latest first, since it is the
 * least late; then those that failed, in turn. Guarded by its destination's lock.
 */
final class SidelinedTopics {

    /** How long a topic is put off at first, and how long at most: longer means only that it costs Redis less. */
    private static final long FIRST_PAUSE = Duration.ofSeconds(1).toNanos();

    private static final long MAX_PAUSE = Duration.ofSeconds(30).toNanos();

    /** Between the trials of a destination of which all topics failed. */
    private static final long FIRST_TRIAL_PAUSE = Duration.ofMillis(100).toNanos();

    /** Longer than what failed stays away, so that other instances get their turn at it. */
    private static final long MAX_TRIAL_PAUSE = Duration.ofSeconds(2).toNanos();

    /** What fails slowly is paused for as long as it takes, so that it has half of a worker; but not for longer than this. */
    private static final long MAX_REST = Duration.ofSeconds(5).toNanos();

    /** So much later than it was called a topic that has not come will not: another instance has taken it. */
    private static final long GRACE = Duration.ofMillis(200).toNanos();

    /** So many are brought forward at once. */
    private static final int MAX_CHUNK = 500;

    /** Beyond this many, topics are tried when they are due again by themselves. */
    private static final int MAX_TOPICS = 50_000;

    private static final class Waiting {

        private final String topic;
        private final Set<Integer> shards = new HashSet<>();
        private boolean failed;
        private boolean alone;
        private long pause = FIRST_PAUSE;
        private long until;
        private @Nullable Deque<Waiting> line;

        private Waiting(String topic) {
            this.topic = topic;
        }
    }

    private final Ticker ticker;
    private final RecalledTopics recalls;
    private final Map<String, Waiting> topics = new HashMap<>();
    private final Deque<Waiting> untried = new ArrayDeque<>();
    private final Deque<Waiting> failed = new ArrayDeque<>();
    private long untriedFrom;
    private long failedFrom;
    private long trialPause = FIRST_TRIAL_PAUSE;
    private int chunk = 1;
    private @Nullable String called;
    private long calledUntil;

    SidelinedTopics(Ticker ticker, RecalledTopics recalls) {
        this.ticker = ticker;
        this.recalls = recalls;
        this.untriedFrom = ticker.nanos();
        this.failedFrom = untriedFrom;
    }

    boolean isEmpty() {
        return topics.isEmpty();
    }

    boolean hasFailed(String topic) {
        Waiting waiting = topics.get(topic);
        return waiting != null && waiting.failed;
    }

    /** @param all whether no topic of the destination is known to be well, so that any of them can tell */
    boolean isTurnOf(String topic, boolean all) {
        long now = ticker.nanos();
        if (isAwaited(now) && !topic.equals(called)) {
            return false;
        }
        Waiting waiting = topics.get(topic);
        if (waiting == null || !waiting.failed) {
            return now - untriedFrom >= 0;
        }
        boolean over = now - waiting.until >= 0;
        return waiting.alone ? over : now - failedFrom >= 0 && (all || over);
    }

    /** Whether a topic was called that may still come: it must not find its place taken by another one. */
    private boolean isAwaited(long now) {
        return called != null && now - calledUntil < 0;
    }

    /** A topic is tried. */
    void comes() {
        called = null;
    }

    /** How long to put off a topic whose turn it is not: longer each time. */
    Duration nextPause(String topic) {
        long now = ticker.nanos();
        Waiting waiting = topics.get(topic);
        if (waiting == null) {
            return spread(FIRST_PAUSE);
        }
        if (now - waiting.until >= 0) {
            waiting.pause = Math.min(2 * waiting.pause, MAX_PAUSE);
            waiting.until = now + waiting.pause;
        }
        return spread(waiting.until - now);
    }

    /** Up to a fifth more, so that many do not come back together. */
    private static Duration spread(long pause) {
        return Duration.ofNanos(
                pause + (long) (pause * 0.2 * ThreadLocalRandom.current().nextDouble()));
    }

    void putOff(int shard, String topic) {
        Waiting waiting = known(topic);
        if (waiting != null) {
            waiting.shards.add(shard);
            lineUp(waiting);
        }
    }

    private @Nullable Waiting known(String topic) {
        Waiting known = topics.get(topic);
        if (known != null || topics.size() >= MAX_TOPICS) {
            return known;
        }
        Waiting fresh = new Waiting(topic);
        fresh.until = ticker.nanos() + FIRST_PAUSE;
        topics.put(topic, fresh);
        return fresh;
    }

    private void lineUp(Waiting waiting) {
        Deque<Waiting> line = waiting.failed ? failed : untried;
        if (waiting.line == line || (waiting.failed && waiting.alone)) {
            return;
        }
        waiting.line = line;
        if (waiting.failed) {
            line.addLast(waiting);
        } else {
            line.addFirst(waiting);
        }
    }

    /** @param took how long its trial took, or -1 if it was none */
    void failed(String topic, long took) {
        long now = ticker.nanos();
        if (fail(topic, took, false)) {
            trialPause = Math.min(2 * trialPause, MAX_TRIAL_PAUSE);
        }
        chunk = 1;
        long rest = Math.min(Math.max(took, 0), MAX_REST);
        untriedFrom = now + rest;
        failedFrom = now + Math.max(rest, trialPause);
    }

    /** As {@link #failed}, where it says nothing of others: it is tried when its own pause is over. */
    void failedAlone(String topic, long took) {
        boolean unused = fail(topic, took, true);
    }

    /** Says whether it failed again when it was tried. */
    private boolean fail(String topic, long took, boolean alone) {
        Waiting waiting = known(topic);
        if (waiting == null) {
            return took >= 0;
        }
        boolean again = took >= 0 && waiting.failed;
        if (again) {
            waiting.pause = Math.min(2 * waiting.pause, MAX_PAUSE);
        }
        waiting.failed = true;
        waiting.alone = alone;
        waiting.until = ticker.nanos() + waiting.pause;
        lineUp(waiting);
        return again;
    }

    /** The topic failed by something else: it may be tried as if it had not been. */
    void answered(String topic) {
        Waiting waiting = topics.get(topic);
        if (waiting != null) {
            waiting.failed = false;
        }
    }

    /** The topic need not wait any more. */
    void recall(String topic) {
        Waiting waiting = topics.remove(topic);
        if (waiting != null) {
            waiting.line = null;
            recall(waiting);
        }
    }

    private void recall(Waiting waiting) {
        waiting.shards.forEach(shard -> recalls.add(shard, waiting.topic, Duration.ZERO));
        waiting.shards.clear();
    }

    /** The destination answers: more topics are tried at once, twice as many after each answer. */
    void recallMore() {
        long now = ticker.nanos();
        trialPause = FIRST_TRIAL_PAUSE;
        untriedFrom = now;
        failedFrom = now;
        chunk = Math.min(2 * chunk, MAX_CHUNK);
        for (int i = 0; i < chunk; i++) {
            Waiting next = next(true);
            if (next == null) {
                return;
            }
            next.until = now;
            recall(next);
        }
    }

    /** Brings the next topic forward that is to be tried, unless one that was called is still to come. */
    void callNext(boolean all) {
        long now = ticker.nanos();
        if (isAwaited(now)) {
            return;
        }
        Waiting next = next(all);
        if (next == null) {
            return;
        }
        long wait = Math.max(0, (next.failed ? failedFrom : untriedFrom) - now);
        int shard = next.shards.iterator().next();
        next.shards.remove(shard);
        if (!next.shards.isEmpty()) {
            lineUp(next);
        }
        recalls.add(shard, next.topic, Duration.ofNanos(wait));
        called = next.topic;
        calledUntil = now + wait + GRACE;
    }

    /** Takes the next one out of its line. */
    private @Nullable Waiting next(boolean all) {
        Waiting next = next(untried);
        return next == null && all ? next(failed) : next;
    }

    private @Nullable Waiting next(Deque<Waiting> line) {
        for (Waiting next = line.pollFirst(); next != null; next = line.pollFirst()) {
            if (next.line == line) {
                next.line = null;
                if (!next.shards.isEmpty()) {
                    return next;
                }
            }
        }
        return null;
    }
}
