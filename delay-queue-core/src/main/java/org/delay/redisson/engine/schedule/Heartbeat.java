package org.delay.redisson.engine.schedule;

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
 * Tells the other instances that this one is alive, and tells the schedule which ones are. It runs on its own thread: a worker
 * may be busy, and leases must not wait for a call that has no answer. At the end it tells the others that this one leaves.
 */
@Slf4j
public final class Heartbeat implements Runnable {

    /**
     * Long enough that ten idle applications together stay within 50 commands a second, counting those that scripts call:
     * a heartbeat makes five.
     */
    public static final Duration INTERVAL = Duration.ofSeconds(2);

    /**
     * How long a heartbeat counts. It may be late by the difference to the interval before the others take this instance for
     * dead. They notice at their next heartbeat: a dead instance is replaced after both times, 5 s, at the latest.
     */
    public static final Duration LIFE = Duration.ofSeconds(3);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final DispatchOperations queue;
    private final Member self;
    private final ShardSchedule schedule;
    private final Ticker ticker;
    private final Signal ending;
    private final Outage outage;
    private final Backoff backoff = new Backoff(FIRST_PAUSE, INTERVAL);
    private long answered;
    private boolean warned;

    /**
     * What the others see of an instance.
     *
     * @param application its name, or empty
     */
    public record Member(String id, String application) {}

    /** @param ending given when the heartbeats are to stop */
    public Heartbeat(DispatchOperations queue, Member self, ShardSchedule schedule, Ticker ticker, Signal ending) {
        this.queue = queue;
        this.self = self;
        this.schedule = schedule;
        this.ticker = ticker;
        this.ending = ending;
        this.outage = new Outage(
                ticker,
                "Heartbeats fail. Until they succeed, this instance polls all shards as if it were"
                        + " alone. Messages are still delivered. Retrying",
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

    /** Sends one heartbeat, and answers how long after its beginning the next one follows. */
    Duration beat() {
        try {
            List<Instance> alive = queue.heartbeat(self.id(), self.application(), LIFE);
            answered = ticker.nanos();
            update(alive);
            warnOfOthers(alive);
            outage.worked();
            backoff.reset();
            return INTERVAL;
        } catch (Throwable e) {
            failed(e);
            return backoff.next();
        }
    }

    /** Uses the last known instances for {@link #LIFE}. After that they may be dead, and may take this one for dead. */
    private void failed(Throwable thrown) {
        if (ending.given()) {
            return;
        }
        outage.failed(thrown);
        if (ticker.nanos() - answered >= LIFE.toNanos()) {
            update(List.of());
        }
    }

    private void update(List<Instance> alive) {
        if (schedule.update(alive)) {
            log.debug(
                    "Instances that dispatch, of which this is {}: {}",
                    self.id(),
                    alive.stream().map(Instance::id).sorted().toList());
        }
    }

    private void warnOfOthers(List<Instance> alive) {
        String application = self.application();
        if (warned || application.isEmpty()) {
            return;
        }
        for (Instance instance : alive) {
            String other = instance.application();
            if (!other.isEmpty() && !other.equals(application)) {
                warned = true;
                log.warn(
                        "Applications '{}' and '{}' dispatch the same service, so they take each other's"
                                + " messages. Set a different 'delay.redisson.register-service' in each of them",
                        application,
                        other);
                return;
            }
        }
    }

    /** Best effort: if it fails, the others wait until the last heartbeat is too old. */
    private void leave() {
        try {
            queue.leave(self.id());
        } catch (Throwable e) {
            log.debug("The other instances could not be notified of the stop", e);
        }
    }
}
