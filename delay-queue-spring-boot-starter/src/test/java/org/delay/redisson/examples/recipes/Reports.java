package org.delay.redisson.examples.recipes;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The reports that were written. */
class Reports {

    private final List<Instant> written = new CopyOnWriteArrayList<>();
    private volatile boolean failing;

    void write(Instant of) {
        if (failing) {
            throw new IllegalStateException("The disk is full");
        }
        written.add(of);
    }

    void fail(boolean fails) {
        failing = fails;
    }

    List<Instant> written() {
        return written;
    }
}
