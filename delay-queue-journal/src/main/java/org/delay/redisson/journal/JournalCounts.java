package org.delay.redisson.journal;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What this instance has seen since it started. Thread-safe. */
final class JournalCounts {

    private final LongAdder dropped = new LongAdder();
    private final LongAdder unasked = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder ahead = new LongAdder();
    private final LongAdder losses = new LongAdder();
    private final LongAdder restored = new LongAdder();
    private final LongAdder audited = new LongAdder();
    private final LongAdder absent = new LongAdder();
    private final LongAdder held = new LongAdder();
    private final LongAdder relays = new LongAdder();
    private final LongAdder bypassed = new LongAdder();
    private final LongAdder relayNanos = new LongAdder();
    private volatile int waitingShards;
    private volatile boolean auditStopped;

    void dropped(int messages) {
        dropped.add(messages);
    }

    void unasked(int messages) {
        unasked.add(messages);
    }

    void unknown() {
        unknown.increment();
    }

    void ahead() {
        ahead.increment();
    }

    void lost() {
        losses.increment();
    }

    void restored(int messages) {
        restored.add(messages);
    }

    void audited(int messages, int missing) {
        audited.add(messages);
        absent.add(missing);
    }

    void held(int messages) {
        held.add(messages);
    }

    void waitingShards(int shards) {
        waitingShards = shards;
    }

    void auditStopped(boolean stopped) {
        auditStopped = stopped;
    }

    boolean isAuditStopped() {
        return auditStopped;
    }

    void bypassed(int messages) {
        bypassed.add(messages);
    }

    /** @param nanos from the end of its transaction until Redis had taken it */
    void relayed(long nanos) {
        relays.increment();
        relayNanos.add(nanos);
    }

    JournalStatus status(int unrecorded, int forgotten) {
        return new JournalStatus(
                dropped.sum(),
                unasked.sum(),
                unknown.sum(),
                ahead.sum(),
                unrecorded,
                forgotten,
                losses.sum(),
                restored.sum(),
                audited.sum(),
                absent.sum(),
                held.sum(),
                waitingShards,
                auditStopped,
                relays.sum(),
                Duration.ofNanos(relayNanos.sum()),
                bypassed.sum());
    }
}
