package org.delay.redisson.engine.settle;

import java.time.Duration;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.engine.time.Ticker;

/**
 * Stores what becomes of claimed messages, and keeps their leases until then. What Redis does not take is repeated in the
 * background. Safe for use by many threads.
 */
public final class Settler {

    private final DispatchOperations queue;
    private final ShardWakeUp schedule;
    private final SettlementReporter reporter;
    private final Ticker ticker;
    private final Duration lease;
    private final ShardExecutor executor = new ShardExecutor();
    private final UnsettledMessages unsettled;
    private final StopSignal repeatsEnded = new StopSignal();

    /**
     * Needs no call yet.
     *
     * @param schedule is told when released and retried messages are due
     * @param lease how long messages are leased
     */
    public Settler(
            DispatchOperations queue, ShardWakeUp schedule, DispatchListener listener, Ticker ticker, Duration lease) {
        this.queue = queue;
        this.schedule = schedule;
        this.reporter = new SettlementReporter(listener, new LostLeaseWarning(ticker));
        this.ticker = ticker;
        this.lease = lease;
        this.unsettled = new UnsettledMessages(queue, schedule, executor, ticker);
    }

    /**
     * The messages of a claim, to be decided about.
     *
     * @param sent when the claim was sent
     */
    public LeasedMessages leased(ClaimResult result, long sent) {
        Lease name = result.lease();
        Decisions decisions = new Decisions(result.messages());
        SettlementCalls calls = new SettlementCalls(queue, schedule, name, reporter);
        Settlement settlement = new Settlement(calls, decisions, reporter);
        LeaseRenewal renewal = new LeaseRenewal(settlement, name.topic(), ticker, lease, sent);
        return new LeasedMessages(name, decisions, settlement, renewal, reporter);
    }

    /** Stores all decisions. If that fails it is repeated in the background, unless {@linkplain #endRepeats repeats ended}. */
    public void settle(LeasedMessages messages) {
        try {
            messages.settle();
        } catch (RuntimeException e) {
            if (repeatsEnded.given()) {
                UnsettledMessages.giveUp(messages, e);
            } else {
                unsettled.keep(messages, e);
            }
        }
    }

    /** Stores what was decided so far, without waiting for that. */
    public void settleAside(LeasedMessages messages) {
        messages.settleIn(executor);
    }

    /** Has leases renewed, and decisions stored that would wait for a slow handler. To be called now and then. */
    public void maintain(LeasedMessages messages) {
        messages.renewIn(executor);
        if (messages.unsettled() > 0) {
            messages.settleIn(executor);
        }
    }

    /** Repeats what could not be stored, when it is time for that. To be called now and then. */
    public void maintainUnsettled() {
        unsettled.maintain();
    }

    /** Whether decisions about messages of the topic in this shard are not stored yet, so no more may be claimed. */
    public boolean hasUnsettled(int shard, String topic) {
        return unsettled.has(shard, topic);
    }

    /** From now on a settlement that fails is not repeated. */
    public void endRepeats() {
        repeatsEnded.give();
    }

    /** Waits for what may yet be stored, but no longer than the given time; the rest is released. */
    public void finish(Duration within) {
        unsettled.finish(within);
    }

    /** Takes no more work for the background. */
    public void close() {
        executor.close();
    }
}
