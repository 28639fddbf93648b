package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.delay.redisson.engine.time.Backoff;

/** What is known of a shard. Belongs to the worker that has it, who leaves it to the next one through the schedule. */
final class Shard extends ScheduledTask {

    /** Answers without a message in a row, though a topic was said to be due, that are believed to be coincidence. */
    private static final int COINCIDENCES = 3;

    private final int number;
    private final Deque<String> due = new ArrayDeque<>();
    private final Backoff backoff;
    private int disappointments;
    private final HandoffOffers offers = new HandoffOffers();
    private final BacklogClaim rush = new BacklogClaim(this);

    /** This instance's place among those that look after it. The schedule's, as the state of every errand. */
    int rank;

    Shard(int number, Duration sweep) {
        this.number = number;
        this.backoff = Backoff.upTo(sweep);
    }

    int number() {
        return number;
    }

    /** The topics that were due at the last answer and were not taken since, the longest waiting first. */
    Deque<String> due() {
        return due;
    }

    /** The topics that are left due for other instances. */
    HandoffOffers offers() {
        return offers;
    }

    /** The second claim of this shard. */
    BacklogClaim rush() {
        return rush;
    }

    void answered(Collection<String> dueTopics) {
        due.clear();
        due.addAll(dueTopics);
    }

    /** All that a visit had to ask of Redis worked; a look alone may work where no claim does. */
    void well() {
        backoff.reset();
    }

    /** How long to leave the shard alone after a call that failed. What was known of it is forgotten. */
    Duration troubled() {
        due.clear();
        return backoff.next();
    }

    /**
     * How long to leave the shard alone after a claim. Where several instances race for one topic, some claims find
     * nothing; where that goes on, a topic is said to be due that has nothing to give, and must not keep us spinning.
     */
    Duration respite(boolean empty) {
        disappointments = empty ? disappointments + 1 : 0;
        int doublings = Math.min(disappointments - COINCIDENCES, 6);
        return doublings <= 0 ? Duration.ZERO : Duration.ofMillis(1L << doublings);
    }
}
