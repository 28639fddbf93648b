package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Leaves workers to the others where calls take long, or where it is not known how long they take.
 *
 * <p>A destination that does not answer has one worker, so that each can be tried; all calls of unknown length together have
 * all workers but one. The last one takes what is known to be quick, and of a destination that answers the first call of one
 * topic at a time that is not known to be slow. A topic with a bound of its own has what that says, and so has one that nothing
 * else is dispatched beside.
 */
@RequiredArgsConstructor
final class WorkerShares implements Gate {

    /** Longer than a batch of quick messages takes. */
    static final Duration LONG = Duration.ofSeconds(2);

    /** A call that runs for longer, in a destination that has given no answer since it began, may be one that has gone away. */
    static final Duration MOMENT = Duration.ofMillis(200);

    /** A call that takes longer has met a slow handler: it does not keep others of its destination from being tried. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** So many topics that wait for an answer mean that their destination gives none. One may hang by itself. */
    private static final int ALL_AWAY = 2;

    /** How long a topic is left alone that has its share, unless a worker comes free here before. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** Topics come and go; beyond this many, what is known of them is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    private record Call(String topic, Destination destination, long since) {}

    private final Ticker ticker;
    private final int workers;
    private final TopicRules rules;
    private final Destinations destinations;
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
            if (!mayEnter(topic, worker)) {
                return defer(BUSY);
            }
            Call call = new Call(topic, destinations.of(topic), ticker.nanos());
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

    /** Whether there is a worker for the topic beside what others than the given one do. */
    private boolean mayEnter(String topic, Object worker) {
        if (!several) {
            return true;
        }
        long now = ticker.nanos();
        Destination destination = destinations.of(topic);
        List<Call> others = calls.entrySet().stream()
                .filter(call -> call.getKey() != worker)
                .map(Map.Entry::getValue)
                .toList();
        List<Call> unclear = others.stream().filter(call -> !isQuick(call, now)).toList();
        boolean last = unclear.size() >= workers - 1;
        List<Call> neighbours = others.stream()
                .filter(call -> call.destination() == destination && isYounger(call, now, PATIENCE))
                .toList();
        if (!destination.answers() || areAway(neighbours, now)) {
            return !last && neighbours.isEmpty();
        }
        return !last || (isNotAmong(unclear, topic) && isFitForTheLast(topic, neighbours));
    }

    private boolean isFitForTheLast(String topic, List<Call> neighbours) {
        return quick.contains(topic) || (isNew(topic) && neighbours.stream().noneMatch(call -> isNew(call.topic())));
    }

    private static boolean isNotAmong(List<Call> some, String topic) {
        return some.stream().noneMatch(call -> call.topic().equals(topic));
    }

    /** Whether calls of several topics that used to be quick wait for an answer. */
    private boolean areAway(List<Call> neighbours, long now) {
        return neighbours.stream()
                        .filter(call -> quick.contains(call.topic()) && isUnanswered(call, now))
                        .map(Call::topic)
                        .distinct()
                        .count()
                >= ALL_AWAY;
    }

    private boolean isQuick(Call call, long now) {
        return quick.contains(call.topic())
                && call.destination().answers()
                && isYounger(call, now, LONG)
                && !isUnanswered(call, now);
    }

    private static boolean isUnanswered(Call call, long now) {
        return !isYounger(call, now, MOMENT) && !call.destination().answeredAfter(call.since());
    }

    private static boolean isYounger(Call call, long now, Duration age) {
        return now - call.since() <= age.toNanos();
    }

    private boolean isNew(String topic) {
        return !quick.contains(topic) && !slow.contains(topic);
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
            if (mayEnter(topic, this)) {
                waiting.callNext();
            }
        } finally {
            lock.unlock();
        }
    }
}
