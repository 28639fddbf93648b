package org.delay.redisson.engine.settle;

import java.time.Duration;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.Ticker;

/**
 * The lease of one claim's messages, by the local clock. As a task, renews it when a third of its time is over; a renewal
 * that fails is repeated soon.
 */
@Slf4j
final class LeaseRenewal implements Runnable {

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final Settlement settlement;
    private final String topic;
    private final Ticker ticker;
    private final long duration;
    private volatile long renewed;
    private volatile long end;
    private volatile long nextAttempt;
    private volatile boolean failing;

    /** @param sent when the claim was sent: Redis counts the lease from a later moment */
    LeaseRenewal(Settlement settlement, String topic, Ticker ticker, Duration duration, long sent) {
        this.settlement = settlement;
        this.topic = topic;
        this.ticker = ticker;
        this.duration = duration.toNanos();
        this.renewed = sent;
        this.end = sent + this.duration;
        this.nextAttempt = sent;
    }

    /** Whether the lease has ended. Never later than by Redis's clock, since it counts from when a call was sent. */
    boolean isOver() {
        return end - ticker.nanos() <= 0;
    }

    /** Whether it is time to {@linkplain #run renew}. */
    boolean isDue() {
        long now = ticker.nanos();
        return isToRenew(now) && now - nextAttempt >= 0;
    }

    @Override
    public void run() {
        long now = ticker.nanos();
        try {
            renew(now);
            failing = false;
        } catch (RuntimeException e) {
            nextAttempt = now + Math.min(duration / 12, AFTER_FAILURE.toNanos());
            if (failing) {
                log.debug("A lease of topic {} could not be renewed again", topic, e);
                return;
            }
            failing = true;
            log.warn(
                    "A lease of topic {} could not be renewed. If it expires, its messages are delivered"
                            + " again. Retrying: {}",
                    topic,
                    e.toString());
        }
    }

    private void renew(long now) {
        if (isToRenew(now) && settlement.renewIfIdle(Duration.ofNanos(duration))) {
            renewed = now;
            end = now + duration;
        }
    }

    private boolean isToRenew(long now) {
        return now - renewed >= duration / 3;
    }
}
