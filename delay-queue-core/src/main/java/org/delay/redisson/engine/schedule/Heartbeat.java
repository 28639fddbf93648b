package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ThreadLocalRandom;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.time.Backoff;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Tells the other instances that this one is alive, and tells the schedule which ones are. It runs on its own thread: a worker
 * may be busy, and leases must not wait for a call that has no answer. At the end it tells the others that this one leaves.
 */
@Slf4j
public final class Heartbeat implements Runnable {

    /** How long a heartbeat counts in a service of few instances, at least. */
    public static final Duration LIFE = Duration.ofSeconds(3);

    /**
     * Long enough that ten idle applications together stay within 50 commands a second, counting those that scripts call:
     * a heartbeat makes eight.
     */
    public static final Duration INTERVAL = interval(LIFE);

    /** How much of an interval is random, so that instances that started together do not stay together. */
    private static final double JITTER = 0.2;

    /** Instances that mature one after the other are seen together. */
    private static final Duration BETWEEN_REVIEWS = Duration.ofMillis(500);

    /** Where heartbeats are less frequent. */
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(500);

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);

    private final DispatchOperations queue;
    private final Member self;
    private final ShardSchedule schedule;
    private final Ticker ticker;
    private final StopSignal ending;
    private final Outage outage;
    private final OtherApplications others;
    private final KnownInstances instances = new KnownInstances();
    private final Backoff backoff = new Backoff(FIRST_BACKOFF, INTERVAL);
    private Duration life = LIFE;
    private long answered;

    /**
     * What the others see of an instance.
     *
     * @param application its name, or empty; with the {@link RoutesMark} of its routes
     */
    public record Member(String id, String application) {}

    /** @param ending given when the heartbeats are to stop */
    public Heartbeat(DispatchOperations queue, Member self, ShardSchedule schedule, Ticker ticker, StopSignal ending) {
        this.queue = queue;
        this.self = self;
        this.schedule = schedule;
        this.ticker = ticker;
        this.ending = ending;
        this.others = new OtherApplications(self.application());
        this.outage = new Outage(
                ticker,
                "Heartbeats fail. Until they succeed, this instance does not notice which others come and go. Messages"
                        + " are still delivered. Retrying",
                "Heartbeats work again");
        this.answered = ticker.nanos();
    }

    /**
     * Two thirds of a life. A heartbeat may be late by the rest before the others take this instance for dead. They notice at
     * their next heartbeat: a dead instance of a small service is replaced after both times, 5 s, at the latest.
     */
    private static Duration interval(Duration life) {
        return life.multipliedBy(2).dividedBy(3);
    }

    @Override
    public void run() {
        long next = ticker.nanos();
        Duration wait = Duration.ZERO;
        while (!ending.givenWithin(wait)) {
            if (ticker.nanos() - next >= 0 || isDoubtful()) {
                long began = ticker.nanos();
                next = began + beat().toNanos();
            } else {
                review();
            }
            wait = untilCheck(Duration.ofNanos(next - ticker.nanos()));
        }
        leave();
    }

    /** Sends one heartbeat, and answers how long after its beginning the next one follows. */
    public Duration beat() {
        try {
            Membership told = queue.heartbeat(self.id(), self.application(), LIFE, instances.known());
            answered = ticker.nanos();
            life = told.life();
            instances.take(told, answered);
            review();
            others.check(told.alive());
            outage.worked();
            backoff.reset();
            return next();
        } catch (Throwable e) {
            failed(e);
            return backoff.next();
        }
    }

    private Duration next() {
        Duration interval = interval(life);
        if (life.compareTo(LIFE) <= 0) {
            return interval;
        }
        double random = ThreadLocalRandom.current().nextDouble() * JITTER;
        return interval.minusNanos((long) (interval.toNanos() * random));
    }

    /** Keeps the last known order: if Redis can't be reached, all instances would else poll all shards when it is back. */
    private void failed(Throwable thrown) {
        if (ending.given()) {
            return;
        }
        outage.failed(thrown);
        if (ticker.nanos() - answered >= life.toNanos()) {
            schedule.lostTouch();
        }
    }

    /** Takes the instances as they are now: some may have mature meanwhile. */
    void review() {
        Collection<Instance> alive = instances.at(ticker.nanos());
        if (schedule.update(alive)) {
            log.debug("Another order of {}, of which this is {}", Counted.of(alive.size(), "instance"), self.id());
        }
    }

    /**
     * Whether to ask again although the next heartbeat is not due: others have left messages that this instance found. Among
     * many instances it could be long until that.
     */
    boolean isDoubtful() {
        return ticker.nanos() - answered >= INTERVAL.toNanos()
                && schedule.ownership().takeDoubt();
    }

    private Duration untilCheck(Duration untilBeat) {
        Duration check = life.compareTo(LIFE) > 0 ? BETWEEN_CHECKS : untilBeat;
        @Nullable Duration matures = instances.untilNextMatures(ticker.nanos());
        if (matures != null) {
            check = min(check, BETWEEN_REVIEWS.compareTo(matures) > 0 ? BETWEEN_REVIEWS : matures);
        }
        return min(check, untilBeat);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
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
