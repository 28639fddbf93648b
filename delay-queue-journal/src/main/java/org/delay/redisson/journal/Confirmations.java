package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.delay.redisson.journal.store.Relayed;

/**
 * What Redis was told and the database is still to know. It may be lost: then Redis is told once more. Thread-safe; no call waits.
 */
final class Confirmations {

    /** How many are recorded with one transaction. */
    static final int BATCH = 200;

    private static final int MAX = 100_000;

    private final BlockingQueue<Relayed> open = new ArrayBlockingQueue<>(MAX);

    void add(Relayed confirmation) {
        // What does not fit is relayed again by the sweep.
        boolean unused = open.offer(confirmation);
    }

    List<Relayed> take(int limit) {
        List<Relayed> taken = new ArrayList<>();
        open.drainTo(taken, limit);
        return taken;
    }

    int size() {
        return open.size();
    }
}
