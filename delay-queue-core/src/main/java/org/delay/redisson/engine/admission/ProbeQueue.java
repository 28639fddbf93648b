package org.delay.redisson.engine.admission;

import java.time.Duration;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a destination that wait to be probed, and whose turn it is. While the destination may be away, one topic at a
 * time is recalled. Once it has answered, more and more are. Guarded by its breaker's lock.
 */
final class ProbeQueue {

    /** A topic that comes so much later than it was recalled will not come: another instance has taken it. */
    private static final long RECALL_TIMEOUT = Duration.ofMillis(200).toNanos();

    private final Ticker ticker;
    private final RecallQueue recalls;
    private final ProbeLines lines = new ProbeLines();
    private final ProbeCandidates topics;
    private final ProbeTiming timing;
    private final RecallWindow window = new RecallWindow();
    private @Nullable String recalled;
    private long recalledUntil;

    ProbeQueue(Ticker ticker, RecallQueue recalls) {
        this.ticker = ticker;
        this.recalls = recalls;
        this.topics = new ProbeCandidates(ticker, lines);
        this.timing = new ProbeTiming(ticker.nanos());
    }

    int size() {
        return topics.size();
    }

    boolean hasFailed(String topic) {
        ProbeCandidate waiting = topics.get(topic);
        return waiting != null && waiting.hasFailed();
    }

    /**
     * Whether a topic may be probed now.
     *
     * @param allFailed whether no topic of the destination is known to be delivered, so that any of them can tell
     * @param resting whether topics that were not tried rest after a failure, too
     */
    boolean isTurnOf(String topic, boolean allFailed, boolean resting) {
        long now = ticker.nanos();
        ProbeCandidate waiting = topics.get(topic);
        if (waiting == null || !waiting.hasFailed()) {
            return !resting || timing.until(false, now) <= 0;
        }
        boolean over = waiting.backoff.isOver(now);
        return waiting.isAlone() ? over : timing.until(true, now) <= 0 && (allFailed || over);
    }

    /** Whether another topic was recalled that may still come, and to which the next probe belongs. */
    boolean isTurnOfAnother(String topic) {
        return isRecallOpen(ticker.nanos()) && !topic.equals(recalled);
    }

    /** Whether a topic was recalled that may still come. */
    private boolean isRecallOpen(long now) {
        return recalled != null && now - recalledUntil < 0;
    }

    /** A topic is probed. */
    void probed(String topic) {
        recalled = null;
        window.arrived(topic);
    }

    /** How long to defer a topic whose turn it is not. */
    Duration deferral(String topic) {
        ProbeCandidate waiting = topics.get(topic);
        return waiting == null
                ? DeferralBackoff.first(topics.size())
                : waiting.backoff.left(ticker.nanos(), topics.size());
    }

    void deferred(int shard, String topic) {
        window.arrived(topic);
        ProbeCandidate waiting = topics.come(topic);
        if (waiting != null) {
            waiting.deferred(ticker.nanos(), topics.size());
            waiting.shards.add(shard);
            lines.add(waiting);
        }
    }

    /**
     * A topic failed.
     *
     * @param took how long its probe took, or -1 if it was none
     * @param mayBeAll whether nothing says that other topics do not fail too
     */
    void failed(String topic, long took, boolean mayBeAll) {
        boolean again = fail(topic, took, false);
        timing.failed(ticker.nanos(), took, again);
        if (mayBeAll) {
            window.reset();
        } else {
            window.shrink();
        }
    }

    /** As {@link #failed}, if that says nothing of other topics: the topic is probed when its own back-off is over. */
    void failedAlone(String topic, long took) {
        boolean unused = fail(topic, took, true);
    }

    /** Says whether the topic failed again when it was probed. */
    private boolean fail(String topic, long took, boolean alone) {
        ProbeCandidate waiting = topics.come(topic);
        if (waiting == null) {
            return took >= 0;
        }
        long now = ticker.nanos();
        long began = now - Math.max(0, took);
        boolean again = waiting.fail(now, began, alone) && took >= 0;
        waiting.backoff.failed(now, began, again);
        lines.add(waiting);
        return again;
    }

    /** The topic's probe takes long. From now on, others are probed first. */
    void takesLong(String topic) {
        topics.takesTurn(topic, ProbeTurn.LAST);
    }

    /** The topic failed for another reason. It need not wait for its back-off, but those that were not tried are probed first. */
    void answered(String topic) {
        ProbeCandidate waiting = topics.get(topic);
        if (waiting != null) {
            waiting.forgive();
        }
        topics.takesTurn(topic, ProbeTurn.ANSWERED);
    }

    /** The topic need not wait any more. */
    void recall(String topic) {
        window.arrived(topic);
        topics.forgetTurn(topic);
        ProbeCandidate waiting = topics.remove(topic);
        if (waiting != null) {
            recall(waiting);
        }
    }

    private void recall(ProbeCandidate waiting) {
        waiting.shards.forEach(shard -> recalls.add(shard, waiting.topic, Duration.ZERO));
        waiting.shards.clear();
    }

    /** The destination answers: more topics are tried at once, twice as many after each answer. */
    void recallMore() {
        timing.answered(ticker.nanos());
        window.grow();
        recallSome(true);
    }

    /**
     * Recalls the next topics of a destination that answers, if half of those that were recalled have come.
     *
     * @param alsoFailed also topics that failed at their last try
     */
    void recallSome(boolean alsoFailed) {
        long now = ticker.nanos();
        if (!window.isHalfOpen(now)) {
            return;
        }
        while (window.hasRoom()) {
            ProbeCandidate next = lines.next(alsoFailed);
            if (next == null) {
                return;
            }
            if (next.hasFailed() && timing.until(true, now) > 0) {
                lines.add(next);
                return;
            }
            window.recalled(next.topic, now);
            next.backoff.end(now);
            recall(next);
            forgetUntried(next);
        }
    }

    /** It comes as a new one does. Another instance may have delivered it, and then it never comes. */
    private void forgetUntried(ProbeCandidate waiting) {
        if (!waiting.hasFailed() && waiting.shards.isEmpty()) {
            topics.remove(waiting.topic);
        }
    }

    /** Recalls the topic that is to be probed next, unless one that was recalled may still come. */
    void recallNext(boolean allFailed) {
        long now = ticker.nanos();
        if (isRecallOpen(now)) {
            return;
        }
        ProbeCandidate next = lines.next(allFailed);
        if (next == null) {
            return;
        }
        long wait = Math.max(0, timing.until(next.hasFailed(), now));
        if (wait > 0 && next.hasFailed() && !allFailed) {
            lines.add(next);
            return;
        }
        next.backoff.end(now);
        int shard = next.shards.iterator().next();
        next.shards.remove(shard);
        if (!next.shards.isEmpty()) {
            lines.add(next);
        }
        forgetUntried(next);
        recalls.add(shard, next.topic, Duration.ofNanos(wait));
        recalled = next.topic;
        recalledUntil = now + wait + RECALL_TIMEOUT;
    }
}
