package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.Refused;

/**
 * Stores the decisions about one claim's messages, in one call for each kind of decision. Every call names the lease, so
 * storing a decision twice does no harm. Safe for use by several threads; one of them calls the queue at a time.
 */
@Slf4j
@RequiredArgsConstructor
final class Settlement {

    private final SettlementCalls queue;
    private final Decisions decisions;
    private final SettlementReporter reporter;

    /** Held during calls: a renewal at the time of an ack would report the acked messages as lost. */
    private final ReentrantLock calls = new ReentrantLock();

    /** Whether the answer to a call was lost, so that what is lost now may have been settled by that call. */
    private boolean answerMissing;

    /**
     * Stores all decisions that are not stored yet.
     *
     * @throws RuntimeException as the queue does; decisions that are not stored are kept
     */
    void store() {
        calls.lock();
        try {
            storeAll();
        } finally {
            calls.unlock();
        }
    }

    /** As {@link #store}, unless another thread calls the queue about this claim at this moment. */
    void storeIfIdle() {
        if (calls.tryLock()) {
            try {
                storeAll();
            } finally {
                calls.unlock();
            }
        }
    }

    /**
     * Prolongs the leases of what is not settled, unless another thread calls the queue about this claim.
     *
     * @return whether it did
     */
    boolean renewIfIdle(Duration duration) {
        if (!calls.tryLock()) {
            return false;
        }
        try {
            List<String> ids = decisions.leased();
            if (!ids.isEmpty()) {
                lost(queue.renew(ids, duration));
            }
            return true;
        } finally {
            calls.unlock();
        }
    }

    private void storeAll() {
        try {
            ack();
            storeByKind(decisions.others());
        } catch (Refused e) {
            throw e;
        } catch (RuntimeException e) {
            answerMissing = true;
            throw e;
        }
        Set<String> losses = decisions.takeLosses();
        if (!losses.isEmpty()) {
            reporter.lost(queue.topic(), losses);
        }
    }

    private void ack() {
        List<String> ids = decisions.acks();
        if (!ids.isEmpty()) {
            lost(queue.ack(ids));
            decisions.acked(ids);
        }
    }

    private void storeByKind(List<Decision> all) {
        Map<Object, List<Decision>> kinds = new LinkedHashMap<>();
        for (Decision one : all) {
            kinds.computeIfAbsent(SettlementCalls.kind(one), any -> new ArrayList<>())
                    .add(one);
        }
        for (List<Decision> some : kinds.values()) {
            Set<String> lost = queue.carryOut(some);
            lost(lost);
            decisions.stored(some);
            reporter.settled(some.stream()
                    .filter(one -> answerMissing || !lost.contains(one.id()))
                    .toList());
        }
    }

    private void lost(Set<String> ids) {
        if (ids.isEmpty()) {
            return;
        }
        decisions.lost(ids, !answerMissing);
        if (answerMissing) {
            log.debug("Not leased any more: topic {}, ids {}", queue.topic(), ids);
        } else {
            reporter.warnOfLost(queue.topic(), ids);
        }
    }
}
