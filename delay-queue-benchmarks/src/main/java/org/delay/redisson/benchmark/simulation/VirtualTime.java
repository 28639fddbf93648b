package org.delay.redisson.benchmark.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.PriorityQueue;
import org.delay.redisson.engine.time.Ticker;

/**
 * The simulation's clock, and what happens when. The time moves only from one event to the next. Events at the same time
 * happen in the order in which they were announced, so that every run is the same. For one thread.
 */
final class VirtualTime extends Clock implements Ticker {

    /** Far enough from zero that times in the past are positive too. */
    static final long START = 1_000_000_000_000L;

    private static final long BILLION = 1_000_000_000L;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now = START;
    private long turns;

    private static final class Event implements Comparable<Event> {

        private final long at;
        private final long turn;
        private final Runnable action;

        Event(long at, long turn, Runnable action) {
            this.at = at;
            this.turn = turn;
            this.action = action;
        }

        @Override
        public int compareTo(Event other) {
            int order = Long.compare(at, other.at);
            return order != 0 ? order : Long.compare(turn, other.turn);
        }
    }

    @Override
    public long nanos() {
        return now;
    }

    /** Announces what happens at a time; a time in the past is now. */
    void at(long nanos, Runnable action) {
        events.add(new Event(Math.max(nanos, now), turns++, action));
    }

    /** Lets everything happen that is announced until a time, which it is then. */
    void runUntil(long end) {
        for (Event next = events.peek(); next != null && next.at <= end; next = events.peek()) {
            events.remove();
            now = next.at;
            next.action.run();
        }
        now = end;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(now / BILLION, now % BILLION);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("Nothing here knows time zones");
    }
}
