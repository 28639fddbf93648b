package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a destination that wait to be probed: first those that were not tried yet, the latest first, since it is the
 * least late; then those that failed, in turn. Guarded by its breaker's lock.
 */
final class ProbeQueue {

    /** A topic that comes so much later than it was recalled will not come: another instance has taken it. */
    private static final long RECALL_TIMEOUT = Duration.ofMillis(200).toNanos();

    /** How many topics are recalled at once, at most. */
    private static final int MAX_RECALLS = 500;

    /** Topics beyond this are tried when they are due again by themselves. */
    private static final int MAX_TOPICS = 50_000;

    private static final class Waiting {

        private final String topic;
        private final Set<Integer> shards = new HashSet<>();
        private final GrowingPause pause;
        private boolean failed;
        private boolean alone;
        private @Nullable Deque<Waiting> line;

        private Waiting(String topic, long now) {
            this.topic = topic;
            this.pause = new GrowingPause(now);
        }
    }

    private final Ticker ticker;
    private final RecallQueue recalls;
    private final Map<String, Waiting> topics = new HashMap<>();
    private final Deque<Waiting> untried = new ArrayDeque<>();
    private final Deque<Waiting> failed = new ArrayDeque<>();
    private final ProbeTiming timing;
    private int chunk = 1;
    private @Nullable String recalled;
    private long recalledUntil;

    ProbeQueue(Ticker ticker, RecallQueue recalls) {
        this.ticker = ticker;
        this.recalls = recalls;
        this.timing = new ProbeTiming(ticker.nanos());
    }

    boolean isEmpty() {
        return topics.isEmpty();
    }

    boolean hasFailed(String topic) {
        Waiting waiting = topics.get(topic);
        return waiting != null && waiting.failed;
    }

    /**
     * Whether a topic may be probed now.
     *
     * @param allFailed whether no topic of the destination is known to be delivered, so that any of them can tell
     */
    boolean isTurnOf(String topic, boolean allFailed) {
        long now = ticker.nanos();
        if (isRecallOpen(now) && !topic.equals(recalled)) {
            return false;
        }
        Waiting waiting = topics.get(topic);
        if (waiting == null || !waiting.failed) {
            return timing.until(false, now) <= 0;
        }
        boolean over = waiting.pause.isOver(now);
        return waiting.alone ? over : timing.until(true, now) <= 0 && (allFailed || over);
    }

    /** Whether a topic was recalled that may still come: no other one may take its turn. */
    private boolean isRecallOpen(long now) {
        return recalled != null && now - recalledUntil < 0;
    }

    /** A topic is probed. */
    void probed() {
        recalled = null;
    }

    /** How long to defer a topic whose turn it is not. */
    Duration pause(String topic) {
        Waiting waiting = topics.get(topic);
        return waiting == null ? GrowingPause.first(topics.size()) : waiting.pause.left(ticker.nanos(), topics.size());
    }

    void deferred(int shard, String topic) {
        Waiting waiting = known(topic);
        if (waiting != null) {
            waiting.pause.deferred(ticker.nanos(), topics.size());
            waiting.shards.add(shard);
            lineUp(waiting);
        }
    }

    private @Nullable Waiting known(String topic) {
        Waiting known = topics.get(topic);
        if (known != null || topics.size() >= MAX_TOPICS) {
            return known;
        }
        Waiting fresh = new Waiting(topic, ticker.nanos());
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

    /**
     * A topic failed.
     *
     * @param took how long its probe took, or -1 if it was none
     */
    void failed(String topic, long took) {
        boolean again = fail(topic, took, false);
        timing.failed(ticker.nanos(), took, again);
        chunk = 1;
    }

    /** As {@link #failed}, if that says nothing of other topics: the topic is probed when its own pause is over. */
    void failedAlone(String topic, long took) {
        boolean unused = fail(topic, took, true);
    }

    /** Says whether the topic failed again when it was probed. */
    private boolean fail(String topic, long took, boolean alone) {
        Waiting waiting = known(topic);
        if (waiting == null) {
            return took >= 0;
        }
        boolean again = took >= 0 && waiting.failed;
        waiting.failed = true;
        waiting.alone = alone;
        waiting.pause.failed(ticker.nanos(), again);
        lineUp(waiting);
        return again;
    }

    /** The topic failed for another reason: it may be probed as if it had not failed. */
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
        timing.answered(now);
        chunk = Math.min(2 * chunk, MAX_RECALLS);
        for (int i = 0; i < chunk; i++) {
            Waiting next = next(true);
            if (next == null) {
                return;
            }
            next.pause.end(now);
            recall(next);
        }
    }

    /** Recalls the topic that is to be probed next, unless one that was recalled may still come. */
    void recallNext(boolean allFailed) {
        long now = ticker.nanos();
        if (isRecallOpen(now)) {
            return;
        }
        Waiting next = next(allFailed);
        if (next == null) {
            return;
        }
        long wait = Math.max(0, timing.until(next.failed, now));
        int shard = next.shards.iterator().next();
        next.shards.remove(shard);
        if (!next.shards.isEmpty()) {
            lineUp(next);
        }
        recalls.add(shard, next.topic, Duration.ofNanos(wait));
        recalled = next.topic;
        recalledUntil = now + wait + RECALL_TIMEOUT;
    }

    /** Takes the next one out of its line. */
    private @Nullable Waiting next(boolean allFailed) {
        Waiting next = next(untried);
        return next == null && allFailed ? next(failed) : next;
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
