package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The calls that workers have under way, and whether they leave a worker for one more topic: those that are or may be slow
 * share all workers but one, and so do those of one destination beside others, since they may be quick so far and hang all at
 * once. Of what such a destination may have, too, its slow calls leave one. Guarded by its gate's lock.
 */
@RequiredArgsConstructor
final class CallsUnderWay {

    /** So many topics of a destination hang for the same reason. One may hang by itself. */
    private static final int ALL_HANG = 2;

    private final Ticker ticker;
    private final int workers;
    private final Map<Object, Call> calls = new HashMap<>();

    private final HandedOverCalls handedOver = new HandedOverCalls();
    private final CallDurations durations = new CallDurations();
    private final SilentDestinations silent = new SilentDestinations();
    private final LastCalls lastCalls = new LastCalls();

    int size() {
        return calls.size();
    }

    Call begin(Object worker, String topic, DestinationBreaker destination, boolean limited) {
        long now = ticker.nanos();
        Call call = new Call(topic, destination, isLast(unclear(othersThan(worker), now)), limited, now);
        calls.put(worker, call);
        handedOver.remove(worker);
        return call;
    }

    /** The worker's call, or null if none counts. */
    @Nullable
    Call of(Object worker) {
        return calls.get(worker);
    }

    /** The worker's messages are claimed, and their handler is called now. */
    void handling(Object worker) {
        Call call = calls.get(worker);
        if (call != null) {
            long now = ticker.nanos();
            call.handling(now);
            lastCalls.called(call.destination(), now);
            if (!call.destination().answers()) {
                silent.called(call);
            }
        }
    }

    /** Ends the worker's call. Returns false if the worker has another one by now, or none. */
    boolean end(Object worker, Call call) {
        return calls.remove(worker, call);
    }

    /** Learns how long the worker's call has taken. */
    void handled(Object worker) {
        HandedOverCalls.HandedOver former = handedOver.remove(worker);
        if (former == null) {
            returned(calls.get(worker));
        } else {
            Call call = former.call();
            durations.tookAfterAll(call.topic(), call.destination(), call.since(), ticker.nanos(), former.before());
        }
    }

    /** Ends the worker's call, which did not return when it was interrupted. */
    @Nullable
    Call replaced(Object worker) {
        handedOver.remove(worker);
        Call call = calls.remove(worker);
        if (call != null && call.isHandling()) {
            var unused = durations.takesLong(call.topic(), call.destination());
        }
        return call;
    }

    /** Whether no call of the topic has ended so far, or is known to be long. */
    boolean isUnknown(String topic) {
        return durations.isUnknown(topic);
    }

    /** What is known of the topic's calls. */
    Pace pace(String topic) {
        if (durations.isSlow(topic)) {
            return Pace.SLOW;
        }
        return isProven(topic) ? Pace.QUICK : Pace.UNCLEAR;
    }

    /** The worker's handler takes long, so that other calls of its destination need not wait for it. Null if that is known. */
    @Nullable
    Call takesLong(Object worker) {
        Call call = calls.get(worker);
        if (call == null || call.isLong()) {
            return null;
        }
        call.takesLong();
        return call;
    }

    /** How long a call of the topic may take before others do not wait for it any more. */
    Duration patience(String topic, DestinationBreaker destination) {
        long others = handedOver.topics(destination);
        return others >= ALL_HANG || (others > 0 && !durations.isSteady(topic))
                ? CallDurations.WARY
                : durations.patience(topic, destination);
    }

    /** Ends the worker's call if it is the first long one of its topic, and not too many such calls go on. */
    @Nullable
    Call handsOver(Object worker) {
        Call call = calls.get(worker);
        if (call == null || call.hasReturned() || durations.isSlow(call.topic()) || handedOver.isFull()) {
            return null;
        }
        calls.remove(worker);
        silent.handedOver(call);
        handedOver.add(worker, call, durations.takesLong(call.topic(), call.destination()));
        return call;
    }

    private void returned(@Nullable Call call) {
        if (call != null && call.isHandling()) {
            long now = ticker.nanos();
            call.returned();
            silent.returned(call, now);
            durations.took(call.topic(), call.destination(), call.since(), now);
        }
    }

    /** Whether a quick call of the destination is under way, the end of which may make room for the topic. */
    boolean endSoonFor(String topic, DestinationBreaker destination, Object worker) {
        long now = ticker.nanos();
        List<Call> others = othersThan(worker);
        return !durations.isSlow(topic)
                && others.stream().anyMatch(call -> call.destination() == destination && isQuick(call, others, now));
    }

    private List<Call> othersThan(Object worker) {
        return calls.entrySet().stream()
                .filter(call -> call.getKey() != worker)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Whether there is a worker for the topic beside what others than the given one do. */
    boolean leaveRoomFor(String topic, DestinationBreaker destination, Object worker) {
        long now = ticker.nanos();
        List<Call> others = othersThan(worker);
        boolean beside = lastCalls.isRecentOfOthers(destination, now);
        if (beside && Call.count(destination, others) >= workers - 1) {
            return false;
        }
        List<Call> unclear = unclear(others, now);
        boolean last = isLast(unclear);
        boolean lastOfItsOwn =
                beside && Call.count(destination, unclear) >= (mayHang(topic) ? workers - 2 : Math.max(1, workers - 2));
        List<Call> neighbours = Call.neighbours(destination, others, now);
        if (!destination.answers() || hang(neighbours, now)) {
            return neighbours.isEmpty()
                    && (last ? mayTryTheLast(topic, destination, now) : !(lastOfItsOwn && durations.isSlow(topic)));
        }
        return !(last || lastOfItsOwn)
                || (Call.areNotOf(unclear, topic) && isFitForTheLast(topic, destination, neighbours));
    }

    /** Whether the topic gets a worker, if only the last one is kept from it. */
    boolean leaveTheLastFor(String topic, DestinationBreaker destination, Object worker) {
        long now = ticker.nanos();
        List<Call> others = othersThan(worker);
        if (lastCalls.isRecentOfOthers(destination, now) && Call.count(destination, others) >= workers - 1) {
            return false;
        }
        List<Call> unclear = unclear(others, now);
        return !isLast(unclear)
                || (Call.areNotOf(unclear, topic)
                        && isFitForTheLast(topic, destination, Call.neighbours(destination, others, now)));
    }

    /** Whether a destination that does not answer gets the last worker. There is no standby for a slow topic. */
    private boolean mayTryTheLast(String topic, DestinationBreaker destination, long now) {
        return silent.mayTry(destination, now) && !(durations.isSlow(topic) && lastCalls.isRecent(destination, now));
    }

    /** Whether a call of the topic goes on, or there would be no standby for one. */
    private boolean mayHang(String topic) {
        return handedOver.isFull() || handedOver.has(topic);
    }

    /** Whether the topic is known to be quick, and its calls still were where many hang. */
    private boolean isProven(String topic) {
        return handedOver.isFull() ? durations.wasQuickAfter(topic, handedOver.median()) : durations.isQuick(topic);
    }

    private boolean isFitForTheLast(String topic, DestinationBreaker destination, List<Call> neighbours) {
        return isProven(topic)
                || (!handedOver.isFull() && durations.isUnknown(topic) && mayBeQuick(topic, destination, neighbours));
    }

    /** Whether a new topic gets the last worker: the only one of its destination, or with one call, if the others were quick. */
    private boolean mayBeQuick(String topic, DestinationBreaker destination, List<Call> neighbours) {
        return neighbours.stream().noneMatch(call -> durations.isUnknown(call.topic()))
                || (durations.isTrusted(topic, destination) && Call.areNotOf(neighbours, topic));
    }

    /** Whether calls of several topics that used to be quick wait for an answer. */
    private boolean hang(List<Call> neighbours, long now) {
        return neighbours.stream()
                        .filter(call -> durations.isQuick(call.topic()) && call.isUnanswered(now))
                        .map(Call::topic)
                        .distinct()
                        .count()
                >= ALL_HANG;
    }

    private boolean isQuick(Call call, List<Call> all, long now) {
        return (isProven(call.topic()) || (!handedOver.isFull() && isTrusted(call, all)))
                && call.destination().answers()
                && call.isYounger(CallDurations.LONG, now)
                && !call.isUnanswered(now);
    }

    /** Only one call of a new topic is, so that a topic that hangs at once does not occupy all workers. */
    private boolean isTrusted(Call call, List<Call> all) {
        return durations.isTrusted(call.topic(), call.destination())
                && all.stream().filter(any -> any.topic().equals(call.topic())).count() == 1;
    }

    /** Whether only one worker is left beside calls that are or may be slow. */
    private boolean isLast(List<Call> unclear) {
        return unclear.size() >= workers - 1;
    }

    /** The calls of these that are or may be slow. */
    private List<Call> unclear(List<Call> some, long now) {
        return some.stream().filter(call -> !isQuick(call, some, now)).toList();
    }
}
