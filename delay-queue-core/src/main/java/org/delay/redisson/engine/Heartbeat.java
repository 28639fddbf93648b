package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.Instance;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.time.Backoff;
import org.delay.redisson.engine.time.Signal;
import org.delay.redisson.engine.time.Ticker;

/**
 * Tells the other instances that this one is there, and learns of them, on a thread of its own: a worker may be busy, and
 * leases must not wait for a call that has no answer. At the end it takes leave.
 */
@Slf4j
final class Heartbeat implements Runnable {

    /**
     * Rare enough that ten idle applications stay within 50 commands a second together, those counted that scripts make:
     * a heartbeat makes five.
     */
    static final Duration INTERVAL = Duration.ofSeconds(2);

    /**
     * A heartbeat may be late by the difference before the others take this instance for dead. They notice at their next
     * one: who dies is replaced after this and an interval, which is 5 s, at the latest.
     */
    static final Duration LIFE = Duration.ofSeconds(3);

    private final DispatchOperations queue;
    private final String id;
    private final String application;
    private final ShardOwnership owners;
    private final ShardSchedule schedule;
    private final Ticker ticker;
    private final Signal ending;
    private final Outage outage;
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), INTERVAL);
    private long answered;
    private boolean warned;

    Heartbeat(Workplace place, String id, String application) {
        this.queue = place.queue();
        this.id = id;
        this.application = application;
        this.owners = place.owners();
        this.schedule = place.schedule();
        this.ticker = place.ticker();
        this.ending = place.ending();
        this.outage = new Outage(
                ticker,
                "Heartbeats fail; this instance looks after all shards, as if it were alone, until they work. Trying again",
                "Heartbeats work again");
        this.answered = ticker.nanos();
    }

    @Override
    public void run() {
        Duration wait = Duration.ZERO;
        while (!ending.givenWithin(wait)) {
            long began = ticker.nanos();
            wait = beat().minusNanos(ticker.nanos() - began);
        }
        leave();
    }

    /** Gives one heartbeat, and says how long after its beginning the next one is to come. */
    Duration beat() {
        try {
            List<Instance> alive = queue.heartbeat(id, application, LIFE);
            answered = ticker.nanos();
            if (owners.told(alive)) {
                changed();
            }
            warnOfOthers(alive);
            outage.worked();
            backoff.reset();
            return INTERVAL;
        } catch (Throwable e) {
            failed(e);
            return backoff.next();
        }
    }

    /** What was known of the others holds a while longer; then they may be dead, as this one may be for them. */
    private void failed(Throwable thrown) {
        if (ending.given()) {
            return;
        }
        outage.failed(thrown);
        if (ticker.nanos() - answered >= LIFE.toNanos() && owners.lost()) {
            changed();
        }
    }

    private void changed() {
        log.debug("Instances that dispatch, {} being this one: {}", id, owners);
        schedule.reviewRanks();
    }

    private void warnOfOthers(List<Instance> alive) {
        if (warned || application.isEmpty()) {
            return;
        }
        for (Instance instance : alive) {
            String other = instance.application();
            if (!other.isEmpty() && !other.equals(application)) {
                warned = true;
                log.warn(
                        "Applications '{}' and '{}' dispatch the same service, so they take each other's messages."
                                + " Give each application a service of its own",
                        application,
                        other);
                return;
            }
        }
    }

    /** Best effort: without it the others wait until the last heartbeat is too old. */
    private void leave() {
        try {
            queue.leave(id);
        } catch (Throwable e) {
            log.debug("The other instances could not be told of the stop", e);
        }
    }
}
