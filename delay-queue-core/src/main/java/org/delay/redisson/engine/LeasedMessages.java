package org.delay.redisson.engine;

import java.time.Duration;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.engine.time.Ticker;

/**
 * What one claim leased, until all of it is settled: keeps its leases, and tells the queue what was decided. Safe for use by
 * several threads.
 */
@Slf4j
final class LeasedMessages {

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final Settlement settlement;
    private final Lease lease;
    private final Ticker ticker;
    private final long duration;
    private final Runnable renewal = this::renewAgain;
    private final Runnable telling = this::tellEarly;
    private volatile long renewed;
    private volatile long leaseEnd;
    private volatile long nextRenewal;
    private volatile boolean fails;

    /** @param sent when the claim was sent */
    LeasedMessages(Settlement settlement, Lease lease, Ticker ticker, Duration duration, long sent) {
        this.settlement = settlement;
        this.lease = lease;
        this.ticker = ticker;
        this.duration = duration.toNanos();
        this.renewed = sent;
        this.leaseEnd = sent + this.duration;
        this.nextRenewal = sent;
    }

    int shard() {
        return lease.shard();
    }

    String topic() {
        return lease.topic();
    }

    Settlement settlement() {
        return settlement;
    }

    /** By the local clock, counted from when the claim or renewal was sent: never later than Redis's own. */
    boolean leaseIsOver() {
        return leaseEnd - ticker.nanos() <= 0;
    }

    /** Has the leases renewed in the shard's lane, where it is time for that. */
    void renewIn(ShardLanes lanes) {
        long now = ticker.nanos();
        if (isToRenew(now) && now - nextRenewal >= 0) {
            lanes.run(shard(), renewal);
        }
    }

    /** Tells the queue in the shard's lane what was decided so far, so that it does not wait for a slow handler. */
    void tellIn(ShardLanes lanes) {
        lanes.run(shard(), telling);
    }

    private void tellEarly() {
        try {
            settlement.tellIfQuiet();
        } catch (RuntimeException e) {
            log.debug("Decisions about topic {} wait for the end of their batch", topic(), e);
        }
    }

    private void renewAgain() {
        long now = ticker.nanos();
        try {
            renewIfDue(now);
            fails = false;
        } catch (RuntimeException e) {
            nextRenewal = now + Math.min(duration / 12, AFTER_FAILURE.toNanos());
            if (fails) {
                log.debug("A lease of topic {} could not be renewed again", topic(), e);
                return;
            }
            fails = true;
            log.warn("A lease of topic {} could not be renewed; trying again: {}", topic(), e.toString());
        }
    }

    private boolean isToRenew(long now) {
        return now - renewed >= duration / 3;
    }

    /** Prolongs the leases when a third of their time is over. */
    void renewIfDue(long now) {
        if (isToRenew(now) && settlement.renewIfQuiet(Duration.ofNanos(duration))) {
            renewed = now;
            leaseEnd = now + duration;
        }
    }

    /**
     * Tells the queue all that was decided.
     *
     * @throws RuntimeException as the queue does; what it does not know yet can be told again
     */
    void tell() {
        settlement.tell();
    }
}
