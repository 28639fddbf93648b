package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.delay.redisson.engine.settle.Settler;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Hands a batch to the consumer in slices of the consumer's size. */
@Slf4j
@RequiredArgsConstructor
final class SliceHandler {

    /** How long an ack waits for others while further messages of the batch are handled. */
    static final Duration ACK_DELAY = Duration.ofMillis(50);

    private final HandlerInvoker invoker;
    private final FailureClassifier classifier;
    private final StopCondition stop;
    private final DeliveryFeedback feedback;
    private final Settler settler;
    private final Ticker ticker;

    /** Says whether the batch was this worker's to the end. */
    boolean handle(ClaimedBatch batch) {
        int most = invoker.most(batch.topic());
        boolean mayExpire = batch.messages().stream().anyMatch(claimed -> claimed.timeToLive() != null);
        long began = ticker.nanos();
        long settled = began;
        int from = 0;
        int handled = 0;
        for (List<Claimed> all = batch.messages(); from < all.size(); all = batch.messages()) {
            boolean hoarding = from > 0 && ticker.nanos() - began > RestRelease.HOARDING.toNanos();
            if (hoarding || !mayBegin(batch, all.size() - from)) {
                batch.decideAll(all.subList(from, all.size()), Disposition.Release.UNTOUCHED);
                break;
            }
            int to = Math.min(from + most, all.size());
            if (mayExpire && dropsExpired(batch, all.subList(from, to))) {
                settler.settleAside(batch.leased());
                continue;
            }
            int first = from;
            from = to;
            if (batch.leased().areLost(all.subList(first, to))) {
                continue;
            }
            if (!invoker.invoke(batch, first, to)) {
                return false;
            }
            handled += to - first;
            long now = ticker.nanos();
            if (now - settled >= ACK_DELAY.toNanos()) {
                settled = now;
                settler.settleAside(batch.leased());
            }
        }
        if (handled > 0 && !stop.applies(batch.topic())) {
            feedback.handled(batch.topic(), batch.limit(), batch.claimed().size(), handled, ticker.nanos() - began);
        }
        return true;
    }

    /** Drops messages whose time to live has ended since they were claimed, and says whether there were any. */
    private boolean dropsExpired(ClaimedBatch batch, List<Claimed> slice) {
        long now = batch.redisTime(ticker.nanos());
        List<Claimed> expired = new ArrayList<>();
        for (Claimed claimed : slice) {
            @Nullable Disposition disposition = classifier.beforeDelivery(claimed, now);
            if (disposition != null) {
                batch.leased().decide(claimed, disposition);
                expired.add(claimed);
            }
        }
        batch.leaveOut(expired);
        return !expired.isEmpty();
    }

    private boolean mayBegin(ClaimedBatch batch, int messages) {
        if (batch.leased().leaseIsOver()) {
            log.warn(
                    "The lease of {} of topic {} expired before the handler began. Expect another delivery",
                    Counted.of(messages, "message"),
                    batch.topic());
            return false;
        }
        return !stop.applies(batch.topic());
    }
}
