package org.delay.redisson.engine.admission;

import java.util.HashSet;
import java.util.Set;

/** A topic that waits to be probed. Guarded by its breaker's lock. */
final class ProbeCandidate {

    final String topic;

    /** How long it is deferred. */
    final DeferralBackoff backoff;

    /** Where it was deferred, and was not recalled. */
    final Set<Integer> shards = new HashSet<>();

    private ProbeTurn turn;
    private boolean failed;
    private long failedAt;
    private boolean alone;
    private boolean ripe;
    private long came;

    ProbeCandidate(String topic, ProbeTurn turn, long now) {
        this.topic = topic;
        this.turn = turn;
        this.backoff = new DeferralBackoff(now);
    }

    /** It has come, at a time by the ticker. */
    void came(long now) {
        came = now;
    }

    /** When it came last. */
    long came() {
        return came;
    }

    /** Whether it failed when it was tried last. */
    boolean hasFailed() {
        return failed;
    }

    /** When it is to be probed, unless it fails. */
    void turn(ProbeTurn turn) {
        this.turn = turn;
    }

    /** When it is to be probed. */
    ProbeTurn turn() {
        if (!failed) {
            return turn;
        }
        return ripe ? turn.later(ProbeTurn.ANSWERED) : ProbeTurn.LAST;
    }

    /** It is deferred: its back-off was over, or the next one begins. */
    void deferred(long now, int waiting) {
        ripe = failed && backoff.isOver(now);
        backoff.deferred(now, waiting);
    }

    /** Whether that says nothing of other topics, so that it waits for none of them. */
    boolean isAlone() {
        return failed && alone;
    }

    /** It failed; says whether it had failed before this try began. */
    boolean fail(long now, long began, boolean isAlone) {
        boolean again = failed && began - failedAt >= 0;
        failed = true;
        failedAt = now;
        ripe = false;
        alone = isAlone;
        return again;
    }

    /** It may be probed as if it had not failed. */
    void forgive() {
        failed = false;
    }
}
