package org.delay.redisson.engine;

/** Nanoseconds that only go forward, from an arbitrary origin; compare two by their difference. */
@FunctionalInterface
interface Ticker {

    /** The machine's own. */
    Ticker SYSTEM = System::nanoTime;

    long nanos();
}
