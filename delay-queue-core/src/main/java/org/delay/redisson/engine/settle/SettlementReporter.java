package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.UnreadableBody;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.DurationText;
import org.delay.redisson.engine.report.DeadLetterWarning;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.ErrorText;
import org.jspecify.annotations.Nullable;

/** Logs what was settled other than by an ack, and tells the listener. */
@Slf4j
@RequiredArgsConstructor
final class SettlementReporter {

    private final DispatchListener listener;
    private final LostLeaseWarning lostLeases;

    /** Decisions of one kind are stored. */
    void settled(List<Decision> decisions) {
        if (decisions.isEmpty()) {
            return;
        }
        logFirst(decisions);
        for (Decision one : decisions) {
            DelayedMessage message = one.claimed().message();
            if (one.disposition() instanceof Disposition.TryAgain again) {
                logTrace(message, again.cause());
                listener.retried(message, again.cause(), again.delay());
            } else if (one.disposition() instanceof Disposition.Bury bury) {
                logDead(message, bury);
                logTrace(message, bury.cause());
                listener.dead(message, bury.error(), bury.cause());
            }
        }
    }

    private static void logFirst(List<Decision> decisions) {
        Claimed claimed = decisions.get(0).claimed();
        DelayedMessage message = claimed.message();
        if (decisions.get(0).disposition() instanceof Disposition.TryAgain again) {
            log.warn(
                    "{} of topic {} failed (id {}, attempt {}) and will be retried in {}: {}",
                    decisions.size() == 1 ? "A message" : decisions.size() + " messages",
                    message.topic(),
                    message.id(),
                    message.attempt(),
                    DurationText.of(again.delay()),
                    ErrorText.line(again.cause(), message.body()));
        } else if (decisions.get(0).disposition() instanceof Disposition.Release && claimed.form() == Form.NEWER) {
            log.warn(
                    "Topic {} has messages of a later version of this library. They wait for instances"
                            + " of that version. Update this application",
                    message.topic());
        }
    }

    /** Not of a body that can't be read: the exception of an application's own converter may quote it. */
    private static void logTrace(DelayedMessage message, @Nullable Throwable cause) {
        if (cause != null && !(FailureClassifier.meaning(cause) instanceof UnreadableBody)) {
            log.debug("Failed: topic {}, id {}, attempt {}", message.topic(), message.id(), message.attempt(), cause);
        }
    }

    private static void logDead(DelayedMessage message, Disposition.Bury bury) {
        log.error(
                "Dead letter: topic {}, id {}, attempt {}: {}",
                message.topic(),
                message.id(),
                message.attempt(),
                bury.error().lines().findFirst().orElse(""));
    }

    /**
     * Messages became dead letters.
     *
     * @param dead how many dead letters their topic has in this shard now
     */
    void buried(String topic, int messages, long dead) {
        if (!DeadLetterWarning.isNeeded(dead - messages)) {
            DeadLetterWarning.ofMany(topic, dead);
        }
    }

    void expired(Claimed claimed, Disposition.Expired expired) {
        DelayedMessage message = claimed.message();
        log.info(
                "Dropped a message that outlived its time to live of {}: topic {}, id {}",
                text(claimed.timeToLive()),
                message.topic(),
                message.id());
        listener.expired(message, expired.lateness());
    }

    private static String text(@Nullable Duration timeToLive) {
        return timeToLive == null ? "" : DurationText.of(timeToLive);
    }

    void lost(String topic, Set<String> ids) {
        listener.leaseLost(topic, ids);
    }

    void warnOfLost(String topic, Set<String> ids) {
        lostLeases.lost(topic, ids);
    }
}
