package org.delay.redisson.journal;

import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Relayed;

/** What Redis answered when it was told of a row. */
record Told(JournalRow row, RevisionedStore.Relayed answer) {

    boolean hasFailed() {
        return answer.outcome() == Outcome.FAILED;
    }

    /** Whether Redis had nothing to remove. A relay, an audit or a restore that is under way may still bring the message. */
    boolean foundNothing() {
        return answer.outcome() == Outcome.NOT_FOUND;
    }

    /** What the database is to know of it. */
    Relayed confirmation() {
        return new Relayed(row.revision(), new Placement(answer.shard(), answer.mark()));
    }
}
