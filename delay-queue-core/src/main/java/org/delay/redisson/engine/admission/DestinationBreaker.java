package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.Ticker;

/**
 * What is known of one destination. While a topic of it can't be delivered, the others are of three kinds. Topics that were
 * delivered at their last try go on. Topics that were not tried yet are tried without a wait: one at a time after the first failure,
 * and more and more while they are delivered. Topics that failed are probed one after the other, after a growing back-off. Topics that
 * wait are deferred in Redis, and recalled when it is their turn.
 *
 * <p>So an unavailable topic holds up no other one, and an unavailable destination costs one probe at a time, however many
 * topics it has. If two topics in a row fail that were delivered before, the whole destination counts as unavailable.
 */
final class DestinationBreaker {

    private final DestinationReport report;
    private final ReentrantLock lock = new ReentrantLock();
    private final DeliveredTopics delivered = new DeliveredTopics();
    private final Probes probes;
    private final ProbeQueue waiting;
    private final Ticker ticker;
    private volatile long answered;
    private volatile boolean troubled;
    private boolean down;

    DestinationBreaker(String name, Ticker ticker, RecallQueue recalls, DispatchListener listener) {
        this.report = new DestinationReport(name, ticker, listener);
        this.ticker = ticker;
        this.probes = new Probes(ticker);
        this.waiting = new ProbeQueue(ticker, recalls);
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
            if (!probes.hasRoom()
                    || !waiting.isTurnOf(topic, delivered.isEmpty(), probes.areRisky())
                    || (probes.areSingle() && waiting.isTurnOfAnother(topic))) {
                return gate.defer(waiting.deferral(topic));
            }
            waiting.probed(topic);
            Probes.Probe probe = probes.begin(topic);
            return new Granted(isProbed(topic), () -> ended(probe));
        } finally {
            lock.unlock();
        }
    }

    private void ended(Probes.Probe probe) {
        withLock(() -> {
            probes.end(probe);
            recallNextLocked();
        });
    }

    private void withLock(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** A handler of the topic takes long. If it is a probe, the next one may begin, and the topic comes last from now on. */
    void takesLong(String topic) {
        if (!troubled) {
            return;
        }
        lock.lock();
        try {
            if (probes.takesLong(topic)) {
                waiting.takesLong(topic);
                recallNextLocked();
            }
        } finally {
            lock.unlock();
        }
    }

    void deferred(int shard, String topic) {
        withLock(() -> {
            waiting.deferred(shard, topic);
            if (!troubled || delivered.contains(topic)) {
                waiting.recall(topic);
            }
            recallNextLocked();
        });
    }

    /** Whether the topic failed at its last try, and is not probed at the moment. */
    boolean isUnavailable(String topic) {
        return troubled && locked(() -> waiting.hasFailed(topic) && !probes.areOf(topic));
    }

    private <T> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    /** How long to defer a topic that needs a probe, and has no turn. */
    Duration deferral(String topic) {
        return locked(() -> waiting.deferral(topic));
    }

    /** Whether a topic can only be claimed as a probe: it failed, or the destination may be down. */
    boolean needsProbe(String topic) {
        return troubled && !delivered.contains(topic) && locked(() -> isProbed(topic));
    }

    private boolean isProbed(String topic) {
        return probes.areRisky() || waiting.hasFailed(topic);
    }

    /** Whether it is known to be there: false before the first answer, and after a failure while no topic is delivered. */
    boolean answers() {
        return delivered.answers();
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
            waiting.recall(topic);
            if (delivered.add(topic) && troubled) {
                probes.succeeded();
                waiting.recallMore();
            }
            if (troubled && waiting.size() == 0 && probes.areUnlimited()) {
                troubled = false;
            }
        } finally {
            lock.unlock();
        }
        report.answered(resumed);
    }

    /** A message of the topic failed for another reason: the destination answers, but the topic may still be unavailable. */
    void answered(String topic) {
        if (!troubled) {
            delivered(topic);
            return;
        }
        answered = ticker.nanos();
        boolean resumed;
        lock.lock();
        try {
            resumed = resumeLocked();
            if (!delivered.contains(topic)) {
                waiting.answered(topic);
            }
        } finally {
            lock.unlock();
        }
        report.answered(resumed);
    }

    /** The destination is not down any more; says whether it was. */
    private boolean resumeLocked() {
        boolean resumed = down;
        delivered.answered();
        down = false;
        return resumed;
    }

    /** The destination accepts nothing of the topic. */
    void unavailable(String topic, Throwable cause) {
        boolean fails;
        lock.lock();
        try {
            long took = probes.end(topic);
            delivered.failed(topic, took >= 0);
            if (!delivered.isEmpty() && waiting.hasFailed(topic)) {
                report.topicUnavailable(topic, cause);
            }
            waiting.failed(topic, took, probes.failed(took, !troubled || delivered.isEmpty()));
            troubled = true;
            fails = !down && delivered.isEmpty();
            down |= fails;
            recallNextLocked();
        } finally {
            lock.unlock();
        }
        if (fails) {
            report.unavailable(cause);
        }
    }

    /** The destination accepts nothing of the topic, which says nothing of other topics. */
    void unavailableAlone(String topic, Throwable cause) {
        withLock(() -> {
            delivered.remove(topic);
            waiting.failedAlone(topic, probes.end(topic));
            troubled = true;
            report.topicUnavailable(topic, cause);
            recallNextLocked();
        });
    }

    /** What people are shown. */
    DestinationStatus status() {
        return locked(() -> report.status(waiting.size()));
    }

    /** Recalls the topic that is to be probed next, if there is one. */
    void recallNext() {
        if (troubled) {
            withLock(this::recallNextLocked);
        }
    }

    private void recallNextLocked() {
        if (!probes.hasRoom()) {
            return;
        }
        if (probes.areSingle()) {
            waiting.recallNext(delivered.isEmpty());
        } else {
            waiting.recallSome(false);
        }
    }
}
