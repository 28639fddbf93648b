package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.Instance;

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
    static final Duration INTERVAL = Duration.ofMillis(2500);

    /** Who dies is replaced after so long at the latest; a heartbeat may be late by the difference. */
    static final Duration LIFE = Duration.ofSeconds(4);

    private final DispatchOperations queue;
    private final String id;
    private final String application;
    private final Owners owners;
    private final ShardSchedule schedule;
    private final Ticker ticker;
    private final Signal ending;
    private final Outage outage = new Outage(
            "Heartbeats fail; this instance looks after all shards, as if it were alone, until they work. Trying again",
            "Heartbeats work again",
            false);
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), INTERVAL);
    private boolean warned;

    Heartbeat(Workplace place, String id, String application) {
        this.queue = place.queue();
        this.id = id;
        this.application = application;
        this.owners = place.owners();
        this.schedule = place.schedule();
        this.ticker = place.ticker();
        this.ending = place.ending();
    }

    @Override
    public void run() {
        long next = ticker.nanos();
        Duration wait = Duration.ZERO;
        while (!ending.givenWithin(wait)) {
            if (ticker.nanos() - next >= 0) {
                next = ticker.nanos() + beat().toNanos();
            }
            if (owners.forgetDead()) {
                changed();
            }
            wait = owners.untilNextDeath(Duration.ofNanos(Math.max(0, next - ticker.nanos())));
        }
        leave();
    }

    /** Gives one heartbeat, and says how long after it the next one is to come. */
    Duration beat() {
        try {
            List<Instance> alive = queue.heartbeat(id, application, LIFE);
            if (owners.told(alive, ticker.nanos())) {
                changed();
            }
            warnOfOthers(alive);
            outage.worked(this);
            backoff.reset();
            return INTERVAL;
        } catch (Throwable e) {
            if (!ending.given()) {
                outage.failed(this, e);
            }
            return backoff.next();
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
