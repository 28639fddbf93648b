package org.delay.redisson.operations;

/** This instance already restores or adopts messages. Wait for its end, or stop it. */
public final class JournalBusy extends RuntimeException {

    private static final long serialVersionUID = 1;

    JournalBusy(JournalTask running) {
        super("This instance is busy with: " + running.operation() + " " + running.request());
    }
}
