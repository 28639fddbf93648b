package org.delay.redisson.engine.admission;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.Ticker;

/**
 * What is known of one destination. While a topic of it can't be delivered, the others are of three kinds. Topics that were
 * delivered at their last try go on. Topics that were not tried yet are probed, few at a time and without a pause. Topics that
 * failed are probed one after the other, after growing pauses. Topics that wait are deferred in Redis, and recalled when it is
 * their turn.
 *
 * <p>So an unavailable topic holds up no other one, and an unavailable destination costs one probe at a time, however many
 * topics it has. If two topics in a row fail that were delivered before, the whole destination counts as unavailable.
 */
final class DestinationBreaker {

    /** How many topics that were delivered before must fail in a row. One may be unavailable by itself. */
    private static final int ALL_FAIL = 2;

    /** Beyond this many, it is forgotten which topics were delivered. */
    private static final int MAX_TOPICS = 50_000;

    private final String name;
    private final DispatchListener listener;
    private final ReentrantLock lock = new ReentrantLock();

    /** The topics that were delivered when they were tried last. */
    private final Set<String> delivered = ConcurrentHashMap.newKeySet();

    private final Probes probes;
    private final ProbeQueue waiting;
    private final Outage outage;
    private final TopicWarning warning;
    private final Ticker ticker;
    private volatile long answered;
    private volatile boolean troubled;
    private boolean down;
    private int failuresInARow;

    DestinationBreaker(String name, Ticker ticker, RecallQueue recalls, DispatchListener listener) {
        this.name = name;
        this.listener = listener;
        this.ticker = ticker;
        this.probes = new Probes(ticker);
        this.waiting = new ProbeQueue(ticker, recalls);
        this.outage = new Outage(
                ticker,
                "Destination " + name
                        + " is unavailable. Its messages wait without using up attempts. One topic at a time"
                        + " is tried",
                "Destination " + name + " is available again");
        this.warning = new TopicWarning(
                ticker,
                "Topic {} can't be delivered, though other topics of destination " + name
                        + " can. Its messages wait without using up attempts. Retrying: {}",
                "{} more topics of destination " + name + " can't be delivered, for example {}. Their messages wait");
    }

    Admission admit(Gate gate, String topic) {
        if (!troubled) {
            return Granted.FREELY;
        }
        lock.lock();
        try {
            if (delivered.contains(topic)) {
                return Granted.FREELY;
            }
            if (!probes.hasRoom() || !waiting.isTurnOf(topic, delivered.isEmpty())) {
                return gate.defer(waiting.pause(topic));
            }
            waiting.probed();
            Probes.Probe probe = probes.begin(topic);
            return new Granted(true, () -> ended(probe));
        } finally {
            lock.unlock();
        }
    }

    private void ended(Probes.Probe probe) {
        lock.lock();
        try {
            probes.end(probe);
            recallNextLocked();
        } finally {
            lock.unlock();
        }
    }

    void deferred(int shard, String topic) {
        lock.lock();
        try {
            waiting.deferred(shard, topic);
            if (!troubled || delivered.contains(topic)) {
                waiting.recall(topic);
            }
            recallNextLocked();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the topic failed at its last try, and is not probed at the moment. */
    boolean isUnavailable(String topic) {
        if (!troubled) {
            return false;
        }
        lock.lock();
        try {
            return waiting.hasFailed(topic) && !probes.areOf(topic);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a topic is known to be delivered: false before the first answer, and while all topics fail. */
    boolean answers() {
        return !delivered.isEmpty();
    }

    /** Whether there was an answer after the given time. */
    boolean answeredAfter(long nanos) {
        return answers() && answered - nanos > 0;
    }

    /** A message of the topic was delivered. */
    void delivered(String topic) {
        answered = ticker.nanos();
        if (!troubled && delivered.contains(topic)) {
            return;
        }
        boolean resumed;
        lock.lock();
        try {
            resumed = resumeLocked();
            if (delivered.size() >= MAX_TOPICS) {
                delivered.clear();
            }
            if (delivered.add(topic) && troubled) {
                probes.succeeded();
                waiting.recallMore();
            }
            waiting.recall(topic);
            if (troubled && waiting.isEmpty() && probes.areUnlimited()) {
                troubled = false;
            }
        } finally {
            lock.unlock();
        }
        tellAnswer(resumed);
    }

    /** A message of the topic failed for another reason: the destination answers, but the topic may still be unavailable. */
    void answered(String topic) {
        if (!troubled) {
            delivered(topic);
            return;
        }
        boolean resumed;
        lock.lock();
        try {
            resumed = resumeLocked();
            waiting.answered(topic);
        } finally {
            lock.unlock();
        }
        tellAnswer(resumed);
    }

    /** The destination is not down any more; says whether it was. */
    private boolean resumeLocked() {
        boolean resumed = down;
        failuresInARow = 0;
        down = false;
        return resumed;
    }

    private void tellAnswer(boolean resumed) {
        outage.worked();
        if (resumed) {
            listener.resumed(name);
        }
    }

    /** The destination accepts nothing of the topic. */
    void unavailable(String topic, Throwable cause) {
        boolean paused;
        lock.lock();
        try {
            if (delivered.remove(topic) && ++failuresInARow >= ALL_FAIL) {
                delivered.clear();
            }
            if (!delivered.isEmpty() && waiting.hasFailed(topic)) {
                warning.tell(topic, ErrorText.line(cause, ""));
            }
            waiting.failed(topic, probes.failed(topic));
            troubled = true;
            paused = !down && delivered.isEmpty();
            down |= paused;
            recallNextLocked();
        } finally {
            lock.unlock();
        }
        if (paused) {
            outage.failed(cause);
            listener.paused(name, cause);
        }
    }

    /** The destination accepts nothing of the topic, which says nothing of other topics. */
    void unavailableAlone(String topic, Throwable cause) {
        lock.lock();
        try {
            delivered.remove(topic);
            waiting.failedAlone(topic, probes.end(topic));
            troubled = true;
            warning.tell(topic, ErrorText.line(cause, ""));
            recallNextLocked();
        } finally {
            lock.unlock();
        }
    }

    /** Recalls the topic that is to be probed next, if there is one. */
    void recallNext() {
        if (!troubled) {
            return;
        }
        lock.lock();
        try {
            recallNextLocked();
        } finally {
            lock.unlock();
        }
    }

    private void recallNextLocked() {
        if (probes.hasRoom()) {
            waiting.recallNext(delivered.isEmpty());
        }
    }
}
