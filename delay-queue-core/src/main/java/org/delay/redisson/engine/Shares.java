package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.Admission.Granted;
import org.jspecify.annotations.Nullable;

/**
 * Leaves one worker to the others where topics take long: work that takes longer than {@link #LONG}, or of which that is
 * not known yet, has all workers but one. The last one takes what is known to be quick, and the first call of a topic that
 * is not known to be slow. A topic with a bound of its own has what that says, and so has one that nothing else is dispatched
 * beside.
 */
@RequiredArgsConstructor
final class Shares implements Gate {

    /** Longer than a batch of quick messages takes. */
    static final Duration LONG = Duration.ofSeconds(2);

    /** How long a topic is left alone that has its share, unless a worker comes free here before. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** Topics come and go; beyond this many, what is known of them is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    private record Call(String topic, long since) {}

    private final Ticker ticker;
    private final int workers;
    private final TopicRules rules;
    private final WaitingLine waiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, Call> calls = new HashMap<>();
    private final Set<String> quick = new HashSet<>();
    private final Set<String> slow = new HashSet<>();
    private @Nullable String first;
    private boolean several;

    @Override
    public Admission admit(Object worker, String topic) {
        if (workers == 1 || hasBound(topic)) {
            return OPEN;
        }
        lock.lock();
        try {
            first = first == null ? topic : first;
            several |= !topic.equals(first);
            if (!mayEnter(topic)) {
                return defer(BUSY);
            }
            Call call = new Call(topic, ticker.nanos());
            calls.put(worker, call);
            return new Granted(false, () -> ended(worker, call));
        } finally {
            lock.unlock();
        }
    }

    private boolean hasBound(String topic) {
        TopicRule rule = rules.of(topic);
        return rule != null && rule.bound() != null;
    }

    private boolean mayEnter(String topic) {
        long now = ticker.nanos();
        if (!several
                || calls.values().stream().filter(call -> isSlow(call, now)).count() < workers - 1) {
            return true;
        }
        return !slow.contains(topic)
                && calls.values().stream().noneMatch(call -> call.topic().equals(topic) && isSlow(call, now));
    }

    private boolean isSlow(Call call, long now) {
        return !quick.contains(call.topic()) || now - call.since() > LONG.toNanos();
    }

    /** The worker has come back from the handler. */
    void handled(Object worker) {
        lock.lock();
        try {
            Call call = calls.get(worker);
            if (call != null) {
                learn(call);
            }
        } finally {
            lock.unlock();
        }
    }

    private void ended(Object worker, Call call) {
        lock.lock();
        try {
            if (calls.remove(worker, call)) {
                waiting.callNext();
            }
        } finally {
            lock.unlock();
        }
    }

    private void learn(Call call) {
        boolean isQuick = ticker.nanos() - call.since() <= LONG.toNanos();
        Set<String> now = isQuick ? quick : slow;
        (isQuick ? slow : quick).remove(call.topic());
        if (now.size() >= MAX_TOPICS) {
            now.clear();
        }
        now.add(call.topic());
    }

    /** The worker was replaced, and does not count any more though its call goes on. */
    void replaced(Object worker) {
        lock.lock();
        try {
            Call call = calls.remove(worker);
            if (call != null) {
                learn(call);
                waiting.callNext();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void putOff(int shard, String topic) {
        lock.lock();
        try {
            waiting.add(shard, topic);
            if (mayEnter(topic)) {
                waiting.callNext();
            }
        } finally {
            lock.unlock();
        }
    }
}
