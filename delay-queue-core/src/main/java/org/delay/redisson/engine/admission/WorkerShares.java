package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Stops topics whose calls take long, or may take long, before they occupy all workers.
 *
 * <p>A destination that does not answer gets one worker, which notices when it answers again. Calls that are or may be
 * slow share all workers but one. The last worker serves topics that are known to be quick. It also serves topics of unknown
 * speed, one at a time for each destination that answers. A topic with a concurrency limit gets as many workers as the limit
 * allows. A topic gets all workers if no other topic is dispatched.
 *
 * <p>If a quick topic begins to hang in every call, it may occupy all workers once, until its calls are interrupted.
 */
@RequiredArgsConstructor
final class WorkerShares implements Gate {

    /** A call that runs for longer, to a destination that has answered nobody since it began, may have no answer. */
    static final Duration MOMENT = Duration.ofMillis(200);

    /** A call that takes longer has met a slow handler: it does not keep other topics of its destination from a worker. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How many topics must wait for an answer for their destination to count as unavailable. One may hang by itself. */
    private static final int ALL_HANG = 2;

    /** How many topics are recalled when their destination answers again. */
    private static final int RECALLS = 32;

    /** How often topics that wait are looked through, at most. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** No worker: asks for a topic that has none yet. */
    private static final Object NOBODY = new Object();

    private record Call(String topic, DestinationBreaker destination, long since) {}

    private final Ticker ticker;
    private final int workers;
    private final TopicRules rules;
    private final DestinationBreakers destinations;
    private final DestinationLines waiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, Call> calls = new HashMap<>();
    private final CallDurations durations = new CallDurations();
    private @Nullable String first;
    private boolean several;
    private @Nullable Long looked;

    @Override
    public String text() {
        return "the remaining workers are kept for other topics";
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        if (workers == 1 || hasLimit(topic)) {
            return Granted.FREELY;
        }
        lock.lock();
        try {
            first = first == null ? topic : first;
            several |= !topic.equals(first);
            DestinationBreaker destination = destinations.of(topic);
            if (!mayEnter(topic, destination, worker)) {
                return defer(waiting.of(destination).pause(topic));
            }
            waiting.remove(destination, shard, topic);
            Call call = new Call(topic, destination, ticker.nanos());
            calls.put(worker, call);
            return new Granted(false, () -> ended(worker, call));
        } finally {
            lock.unlock();
        }
    }

    private boolean hasLimit(String topic) {
        TopicRule rule = rules.of(topic);
        return rule != null && rule.bound() != null;
    }

    /** Whether there is a worker for the topic beside what others than the given one do. */
    private boolean mayEnter(String topic, DestinationBreaker destination, Object worker) {
        if (!several) {
            return true;
        }
        long now = ticker.nanos();
        List<Call> others = calls.entrySet().stream()
                .filter(call -> call.getKey() != worker)
                .map(Map.Entry::getValue)
                .toList();
        List<Call> unclear = others.stream().filter(call -> !isQuick(call, now)).toList();
        boolean last = unclear.size() >= workers - 1;
        List<Call> neighbours = others.stream()
                .filter(call -> call.destination() == destination && isYounger(call, now, PATIENCE))
                .toList();
        if (!destination.answers() || hang(neighbours, now)) {
            return !last && neighbours.isEmpty();
        }
        return !last || (isNotAmong(unclear, topic) && isFitForTheLast(topic, neighbours));
    }

    private boolean isFitForTheLast(String topic, List<Call> neighbours) {
        return durations.isQuick(topic)
                || (durations.isUnknown(topic)
                        && neighbours.stream().noneMatch(call -> durations.isUnknown(call.topic())));
    }

    private static boolean isNotAmong(List<Call> some, String topic) {
        return some.stream().noneMatch(call -> call.topic().equals(topic));
    }

    /** Whether calls of several topics that used to be quick wait for an answer. */
    private boolean hang(List<Call> neighbours, long now) {
        return neighbours.stream()
                        .filter(call -> durations.isQuick(call.topic()) && isUnanswered(call, now))
                        .map(Call::topic)
                        .distinct()
                        .count()
                >= ALL_HANG;
    }

    private boolean isQuick(Call call, long now) {
        return durations.isQuick(call.topic())
                && call.destination().answers()
                && isYounger(call, now, CallDurations.LONG)
                && !isUnanswered(call, now);
    }

    private static boolean isUnanswered(Call call, long now) {
        return !isYounger(call, now, MOMENT) && !call.destination().answeredAfter(call.since());
    }

    private static boolean isYounger(Call call, long now, Duration age) {
        return now - call.since() <= age.toNanos();
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

    private void learn(Call call) {
        durations.learn(call.topic(), ticker.nanos() - call.since());
    }

    private void ended(Object worker, Call call) {
        lock.lock();
        try {
            if (calls.remove(worker, call)) {
                recallAfter(call);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The worker was replaced, and does not count any more though its call goes on. */
    void replaced(Object worker) {
        lock.lock();
        try {
            Call call = calls.remove(worker);
            if (call != null) {
                learn(call);
                recallAfter(call);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void deferred(int shard, String topic) {
        lock.lock();
        try {
            DestinationBreaker destination = destinations.of(topic);
            WaitingTopics line = waiting.of(destination);
            if (destination.answers()) {
                line.add(shard, topic);
            } else {
                line.addGrowing(shard, topic);
            }
            if (mayEnter(topic, destination, NOBODY)) {
                int unused = line.recall(1, any -> mayEnter(any, destination, NOBODY));
            }
        } finally {
            lock.unlock();
        }
    }

    /** A worker is free: topics that wait take turns. */
    private void recallAfter(Call call) {
        if (waiting.isEmpty()) {
            return;
        }
        DestinationBreaker destination = call.destination();
        WaitingTopics line = waiting.of(destination);
        if (destination.answeredAfter(call.since()) && line.resetPauses()) {
            int unused = line.recall(RECALLS, topic -> mayEnter(topic, destination, NOBODY));
        }
        recall(Math.max(1, workers - calls.size()));
    }

    private void recall(int most) {
        waiting.recall(most, (destination, topic) -> mayEnter(topic, destination, NOBODY));
    }

    /**
     * A topic may have a worker by now: another topic's call has turned out to be slow, or the topic that was recalled did
     * not come.
     */
    @Override
    public void recallNext() {
        lock.lock();
        try {
            long now = ticker.nanos();
            if (looked == null || now - looked >= BETWEEN_LOOKS.toNanos()) {
                looked = now;
                recall(1);
            }
        } finally {
            lock.unlock();
        }
    }
}
