package org.delay.redisson.engine.time;

/** Nanoseconds that only go forward, from an arbitrary origin; compare two by their difference. */
@FunctionalInterface
public interface Ticker {

    /** The machine's own. */
    Ticker SYSTEM = System::nanoTime;

    /** The current time, nanoseconds. */
    long nanos();
}
