package org.delay.redisson.engine.settle;

import java.util.Collection;
import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/** The messages of one claim until all of them are settled. Collects decisions. Safe for use by several threads. */
@Slf4j
@RequiredArgsConstructor(access = AccessLevel.PACKAGE)
public final class LeasedMessages {

    private final Lease lease;
    private final Decisions decisions;
    private final Settlement settlement;
    private final LeaseRenewal renewal;
    private final SettlementReporter reporter;
    private final Runnable earlySettlement = this::settleEarly;

    /** Their topic. */
    public String topic() {
        return lease.topic();
    }

    int shard() {
        return lease.shard();
    }

    /** Says what is to become of a message. The {@link Settler} stores that. */
    public void decide(Claimed claimed, Disposition disposition) {
        decisions.add(new Decision(claimed, disposition));
        if (disposition instanceof Disposition.Expired expired) {
            reporter.expired(claimed, expired);
        }
    }

    /** Whether none of these messages is leased any more: others may handle them, or they were replaced. */
    public boolean areLost(Collection<Claimed> some) {
        return decisions.areLost(some);
    }

    /** Whether the leases have ended by the local clock, which never says so later than Redis's. */
    public boolean leaseIsOver() {
        return renewal.isOver();
    }

    /**
     * Stores all decisions.
     *
     * @throws RuntimeException as the queue does; decisions that are not stored are kept
     */
    void settle() {
        settlement.store();
    }

    LeaseRenewal renewal() {
        return renewal;
    }

    /** Has the leases renewed in the shard's thread if it is time for that. */
    void renewIn(ShardExecutor executor) {
        if (renewal.isDue()) {
            executor.run(shard(), renewal);
        }
    }

    /** Stores what was decided so far, in the shard's thread. */
    void settleIn(ShardExecutor executor) {
        executor.run(shard(), earlySettlement);
    }

    private void settleEarly() {
        try {
            settlement.storeIfIdle();
        } catch (RuntimeException e) {
            log.debug("Decisions about topic {} wait for the end of their batch", topic(), e);
        }
    }

    /** How many decisions are not stored yet. */
    int unsettled() {
        return decisions.size();
    }

    /** Replaces what was decided and is not stored by releases. */
    void releaseInstead() {
        decisions.releaseInstead();
    }
}
