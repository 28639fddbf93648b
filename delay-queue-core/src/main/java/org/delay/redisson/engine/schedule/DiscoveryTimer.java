package org.delay.redisson.engine.schedule;

import java.time.Duration;
import org.delay.redisson.engine.schedule.ScheduledTask.Discovery;
import org.delay.redisson.engine.time.Ticker;

/** When the number of shards is read next. Guarded by the lock of {@link ShardSchedule}. */
final class DiscoveryTimer {

    /** Signals of unknown shards may be junk: one discovery in this time is enough for all of them. */
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofMillis(100);

    /** So many instances do one in this time; more of them wait longer, because all do one when instances come or go. */
    private static final int MANY = 20;

    private final TimerQueue<ScheduledTask> tasks;
    private final TimerQueue<ScheduledTask>.Timer timer;
    private final Ticker ticker;
    private long last;

    /** The first discovery is due at once. */
    DiscoveryTimer(TimerQueue<ScheduledTask> tasks, Ticker ticker) {
        this.tasks = tasks;
        this.timer = tasks.timer(new Discovery());
        this.ticker = ticker;
        this.last = ticker.nanos() - BETWEEN_DISCOVERIES.toNanos();
        tasks.putBack(timer, ticker.nanos());
    }

    /** The number of shards is about to be read. */
    void sent() {
        tasks.sent(timer);
        last = ticker.nanos();
    }

    void putBack(Duration in) {
        tasks.putBack(timer, ticker.nanos() + in.toNanos());
    }

    /** There may be new shards: the next discovery is due now, or when the last one is long enough ago for so many instances. */
    void bringForward(int instances) {
        long now = ticker.nanos();
        Duration apart = BETWEEN_DISCOVERIES.multipliedBy(1 + instances / MANY);
        tasks.bringForward(timer, now + Math.max(0, last + apart.toNanos() - now));
    }
}
