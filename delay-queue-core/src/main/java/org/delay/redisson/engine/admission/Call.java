package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.List;

/**
 * A worker's call for a topic. Until its handler begins, it waits for Redis, which says nothing of its destination. Guarded by
 * its gate's lock.
 */
final class Call {

    /** A call that runs for longer, to a destination that has answered nobody since it began, may have no answer. */
    static final Duration MOMENT = Duration.ofMillis(200);

    /** A call that takes longer, if only to a broker, does not keep other topics of its destination from a worker. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A destination that had a call within this time has a worker that no other destination takes alone. */
    static final Duration RECENT = Duration.ofMinutes(1);

    private final String topic;
    private final DestinationBreaker destination;
    private final boolean onLastWorker;
    private final boolean limited;
    private long since;
    private boolean handling;
    private boolean takesLong;
    private boolean returned;

    /** @param limited whether the topic has a concurrency limit */
    Call(String topic, DestinationBreaker destination, boolean onLastWorker, boolean limited, long since) {
        this.topic = topic;
        this.destination = destination;
        this.onLastWorker = onLastWorker;
        this.limited = limited;
        this.since = since;
    }

    static long count(DestinationBreaker destination, List<Call> some) {
        return some.stream().filter(call -> call.destination == destination).count();
    }

    static boolean areNotOf(List<Call> some, String topic) {
        return some.stream().noneMatch(call -> call.topic.equals(topic));
    }

    /** The calls of the destination that may return soon. Those with a limit are no business of the destination. */
    static List<Call> neighbours(DestinationBreaker destination, List<Call> some, long now) {
        return some.stream()
                .filter(call -> call.destination == destination
                        && !call.limited
                        && !call.takesLong
                        && call.isYounger(PATIENCE, now))
                .toList();
    }

    String topic() {
        return topic;
    }

    DestinationBreaker destination() {
        return destination;
    }

    /** Whether all other workers had calls that may not return soon when it was admitted. */
    boolean isOnLastWorker() {
        return onLastWorker;
    }

    /** Since when, by the ticker: since its handler began, if it has. */
    long since() {
        return since;
    }

    /** The messages are claimed: from now on the worker waits for their handler. */
    void handling(long now) {
        since = now;
        handling = true;
    }

    boolean isHandling() {
        return handling;
    }

    /** Whether its handler has not run for longer; one that has not begun is young. */
    boolean isYounger(Duration age, long now) {
        return !handling || now - since <= age.toNanos();
    }

    /** Whether it may have no answer: its destination has answered nobody since it began, which is a while ago. */
    boolean isUnanswered(long now) {
        return !isYounger(MOMENT, now) && !destination.answeredAfter(since);
    }

    /** Other calls of the destination need not wait for it. */
    void takesLong() {
        takesLong = true;
    }

    boolean isLong() {
        return takesLong;
    }

    /** The handler has returned; the messages may not be settled yet. */
    void returned() {
        returned = true;
    }

    boolean hasReturned() {
        return returned;
    }
}
