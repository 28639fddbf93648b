package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Stops topics whose calls take long, or may take long, before they occupy all workers.
 *
 * <p>A destination that does not answer gets one worker, which notices when it answers again. Calls that are or may be slow
 * share all workers but one. The last worker serves topics that are known to be quick. It also serves topics of unknown speed,
 * one at a time for each destination that answers, or more if the last new topics of the destination were quick. A destination
 * that does not answer is tried on it now and then. A destination does not get all workers while another one is called, so it
 * may hang at any time, and its slow calls leave one of those that it gets. A topic with a concurrency limit gets as many
 * workers as the limit allows, whatever its destination; only the last worker is kept from it too, unless its limit is at least
 * the number of workers. A topic gets all workers if no other topic is dispatched.
 *
 * <p>If the calls of a quick topic begin to hang, or the first call of a new one hangs, standby workers do the work of theirs
 * after {@link CallDurations#patience}.
 */
final class WorkerShares implements Gate {

    /** How many topics are recalled when their destination answers again. */
    private static final int RECALLS = 32;

    /** No worker: asks for a topic that has none yet. */
    private static final Object NOBODY = new Object();

    private final Ticker ticker;
    private final int workers;
    private final ConcurrencyLimits limits;
    private final DestinationBreakers destinations;
    private final DestinationLines waiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final BriefWait briefly;
    private final CallsUnderWay calls;
    private @Nullable String first;
    private boolean several;
    private @Nullable Long looked;

    /** @param wait how long a worker waits for a quick call to end */
    WorkerShares(
            Ticker ticker,
            int workers,
            ConcurrencyLimits limits,
            DestinationBreakers destinations,
            DestinationLines waiting,
            Duration wait) {
        this.ticker = ticker;
        this.workers = workers;
        this.limits = limits;
        this.destinations = destinations;
        this.waiting = waiting;
        this.briefly = new BriefWait(lock.newCondition(), ticker, wait);
        this.calls = new CallsUnderWay(ticker, workers);
    }

    @Override
    public DeferralReason reason() {
        return DeferralReason.WORKERS_RESERVED;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        if (workers == 1) {
            return Granted.FREELY;
        }
        lock.lock();
        try {
            first = first == null ? topic : first;
            several |= !topic.equals(first);
            DestinationBreaker destination = destinations.of(topic);
            if (!mayEnter(topic, destination, worker) && !maySoonEnter(topic, destination, worker)) {
                return defer(waiting.of(destination, limits.of(topic)).deferral(topic));
            }
            waiting.remove(destination, limits.of(topic), shard, topic);
            Call call = calls.begin(worker, topic, destination, limits.of(topic) != null);
            return new Granted(false, () -> ended(worker, call));
        } finally {
            lock.unlock();
        }
    }

    private boolean mayEnter(String topic, DestinationBreaker destination, Object worker) {
        if (!several) {
            return true;
        }
        ConcurrencyLimit limit = limits.of(topic);
        return limit == null
                ? calls.leaveRoomFor(topic, destination, worker)
                : limit.calls() >= workers || calls.leaveTheLastFor(topic, destination, worker);
    }

    @Override
    public @Nullable String turnBefore(Object worker, int shard, String topic) {
        return locked(() -> calls.pace(topic) == Pace.SLOW && mayEnter(topic, destinations.of(topic), worker)
                ? waiting.takeTurn(shard, topic)
                : null);
    }

    /** Slow topics are recalled one by one, since there may be room for one, and take turns. */
    private boolean mayCome(DestinationBreaker destination, String topic) {
        boolean isNext = calls.pace(topic) != Pace.SLOW || !waiting.isTurnOfOthers(topic);
        return isNext && mayEnter(topic, destination, NOBODY) && limits.hasRoom(topic);
    }

    private boolean maySoonEnter(String topic, DestinationBreaker destination, Object worker) {
        return calls.endSoonFor(topic, destination, worker)
                && briefly.until(() -> mayEnter(topic, destination, worker));
    }

    /** The worker has claimed, and calls the handler now. */
    void handling(Object worker) {
        withLock(() -> calls.handling(worker));
    }

    /**
     * As {@link #handling}, in a handler slot. Returns false if the handler must not begin: a topic that has turned out to be slow
     * since it was admitted does not get the last one, for which more workers than there are slots may have waited.
     */
    boolean tryBegin(Object worker) {
        return locked(() -> {
            Call call = calls.of(worker);
            boolean begins = call == null
                    || calls.pace(call.topic()) != Pace.SLOW
                    || mayEnter(call.topic(), call.destination(), worker);
            if (begins) {
                calls.handling(worker);
            }
            return begins;
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

    /** The worker has come back from the handler. */
    void handled(Object worker) {
        withLock(() -> calls.handled(worker));
    }

    private void ended(Object worker, Call call) {
        withLock(() -> {
            if (calls.end(worker, call)) {
                recallAfter(call);
            }
        });
    }

    /** How long a call of the topic may take before others do not wait for it any more. */
    Duration patience(String topic) {
        return locked(() -> calls.patience(topic, destinations.of(topic)));
    }

    /** Whether no call of the topic has returned so far, though its destination answers. */
    boolean isNewWhereDestinationAnswers(String topic) {
        return locked(() -> calls.isUnknown(topic) && destinations.of(topic).answers());
    }

    /** The worker's handler takes long: its destination's next call does not wait for it. */
    void takesLong(Object worker) {
        withLock(() -> recallBeside(calls.takesLong(worker)));
    }

    /** The worker's call takes long. If its topic's calls did not so far, it does not count any more, which is returned. */
    boolean handsOver(Object worker) {
        return locked(() -> recallBeside(calls.handsOver(worker)));
    }

    /** The worker was replaced, and does not count any more though its call goes on. */
    void replaced(Object worker) {
        withLock(() -> recallBeside(calls.replaced(worker)));
    }

    private <T extends @Nullable Object> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    /** Another worker takes the place of one whose call goes on. Returns whether there is such a call. */
    private boolean recallBeside(@Nullable Call call) {
        if (call == null) {
            return false;
        }
        recallAfter(call);
        waiting.requestRecall();
        return true;
    }

    @Override
    public void deferred(int shard, String topic) {
        withLock(() -> {
            DestinationBreaker destination = destinations.of(topic);
            WaitingTopics line = waiting.of(destination, limits.of(topic));
            if (destination.answers()) {
                line.add(shard, topic, calls.pace(topic));
            } else {
                line.addGrowing(shard, topic, calls.pace(topic));
            }
            if (mayCome(destination, topic)) {
                int unused = line.recall(1, any -> mayCome(destination, any));
            }
        });
    }

    /** A worker is free: topics that wait take turns. */
    private void recallAfter(Call call) {
        briefly.ended();
        if (waiting.isEmpty()) {
            return;
        }
        DestinationBreaker destination = call.destination();
        for (WaitingTopics line : waiting.allOf(destination)) {
            if (destination.answeredAfter(call.since()) && line.resetBackoff()) {
                int unused = line.recall(RECALLS, topic -> mayCome(destination, topic));
            }
        }
        waiting.recall(Math.max(1, workers - calls.size()), this::mayCome);
    }

    /**
     * A topic may have a worker by now: another topic's call has turned out to be slow, or the topic that was recalled did
     * not come.
     */
    @Override
    public void recallNext() {
        withLock(() -> {
            long now = ticker.nanos();
            if (looked == null || now - looked >= Turns.TIMEOUT.toNanos() / 2) {
                looked = now;
                waiting.recall(1, this::mayCome);
            }
        });
    }
}
