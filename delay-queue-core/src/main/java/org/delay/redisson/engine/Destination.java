package org.delay.redisson.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.report.TopicNotice;
import org.delay.redisson.engine.time.Ticker;

/**
 * What is known of one destination. While a topic of it can't be delivered, the others are of three kinds: those that were
 * delivered when they were tried last go on; those of which nothing is known are tried, few at a time and without a pause;
 * those that failed are tried one after the other, after pauses that grow. All that wait are put off in Redis for a time that
 * grows, and brought forward when their turn comes.
 *
 * <p>So a topic that is away holds up no other one, and a destination that is away costs one trial at a time, however many
 * topics it has. Two topics in a row that fail though they were delivered before are taken for all of them.
 */
final class Destination {

    /** So many topics in a row that were well. One may be away by itself. */
    private static final int ALL_AWAY = 2;

    /** Beyond this many, it is forgotten which topics were delivered. */
    private static final int MAX_TOPICS = 50_000;

    private final DispatchListener listener;
    private final ReentrantLock lock = new ReentrantLock();

    /** The topics that were delivered when they were tried last. */
    private final Set<String> delivered = ConcurrentHashMap.newKeySet();

    private final Trials trials;
    private final SidelinedTopics aside;
    private final Outage outage;
    private final TopicNotice notice;
    private final Ticker ticker;
    private volatile long answered;
    private volatile boolean troubled;
    private boolean down;
    private int failuresInARow;

    Destination(String name, Ticker ticker, RecalledTopics recalls, DispatchListener listener) {

        this.listener = listener;
        this.ticker = ticker;
        this.trials = new Trials(ticker);
        this.aside = new SidelinedTopics(ticker, recalls);
        this.outage = new Outage(
                ticker,
                "Destination " + name
                        + " is unavailable. Its messages are handed back, and one topic at a time is tried",
                "Destination " + name + " answers again");
        this.notice = new TopicNotice(
                ticker,
                "Topic {} can't be delivered, though others can: it is left aside, and tried again and again: {}",
                "{} more topics can't be delivered, though others can. They are left aside too, {} for example");
    }

    Admission admit(Gate gate, String topic) {
        if (!troubled) {
            return Gate.OPEN;
        }
        lock.lock();
        try {
            if (delivered.contains(topic)) {
                return Gate.OPEN;
            }
            if (!trials.hasRoom() || !aside.isTurnOf(topic, delivered.isEmpty())) {
                return gate.defer(aside.nextPause(topic));
            }
            aside.comes();
            Trials.Trial trial = trials.begin(topic);
            return new Granted(true, () -> ended(trial));
        } finally {
            lock.unlock();
        }
    }

    private void ended(Trials.Trial trial) {
        lock.lock();
        try {
            trials.end(trial);
            callNextLocked();
        } finally {
            lock.unlock();
        }
    }

    void putOff(int shard, String topic) {
        lock.lock();
        try {
            aside.putOff(shard, topic);
            if (!troubled || delivered.contains(topic)) {
                aside.recall(topic);
            }
            callNextLocked();
        } finally {
            lock.unlock();
        }
    }

    boolean isAside(String topic) {
        if (!troubled) {
            return false;
        }
        lock.lock();
        try {
            return aside.hasFailed(topic) && !trials.isTried(topic);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a topic is known to be delivered: not so before the first answer, and not while all are away. */
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
            resumed = resumes();
            if (delivered.size() >= MAX_TOPICS) {
                delivered.clear();
            }
            if (delivered.add(topic) && troubled) {
                trials.succeeded();
                aside.recallMore();
            }
            aside.recall(topic);
            if (troubled && aside.isEmpty() && trials.areUnlimited()) {
                troubled = false;
            }
        } finally {
            lock.unlock();
        }
        tell(resumed);
    }

    /**
     * A message of the topic failed by something else. So there is an answer; but where the topic is known to be unavailable
     * it is not well by that.
     */
    void answered(String topic) {
        if (!troubled) {
            delivered(topic);
            return;
        }
        boolean resumed;
        lock.lock();
        try {
            resumed = resumes();
            aside.answered(topic);
        } finally {
            lock.unlock();
        }
        tell(resumed);
    }

    private boolean resumes() {
        boolean resumed = down;
        failuresInARow = 0;
        down = false;
        return resumed;
    }

    private void tell(boolean resumed) {
        outage.worked();
        if (resumed) {
            listener.resumed();
        }
    }

    /** Nothing of the topic is taken. */
    void unavailable(String topic, Throwable cause) {
        boolean paused;
        lock.lock();
        try {
            if (delivered.remove(topic) && ++failuresInARow >= ALL_AWAY) {
                delivered.clear();
            }
            if (!delivered.isEmpty() && aside.hasFailed(topic)) {
                notice.tell(topic, ErrorText.line(cause, ""));
            }
            aside.failed(topic, trials.failed(topic));
            troubled = true;
            paused = !down && delivered.isEmpty();
            down |= paused;
            callNextLocked();
        } finally {
            lock.unlock();
        }
        if (paused) {
            outage.failed(cause);
            listener.paused(cause);
        }
    }

    /** Nothing of the topic is taken, which says nothing of others. */
    void unavailableAlone(String topic, Throwable cause) {
        lock.lock();
        try {
            delivered.remove(topic);
            aside.failedAlone(topic, trials.end(topic));
            troubled = true;
            notice.tell(topic, ErrorText.line(cause, ""));
            callNextLocked();
        } finally {
            lock.unlock();
        }
    }

    void callNext() {
        if (!troubled) {
            return;
        }
        lock.lock();
        try {
            callNextLocked();
        } finally {
            lock.unlock();
        }
    }

    private void callNextLocked() {
        if (trials.hasRoom()) {
            aside.callNext(delivered.isEmpty());
        }
    }
}
