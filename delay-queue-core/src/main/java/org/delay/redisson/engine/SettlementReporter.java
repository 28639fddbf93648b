package org.delay.redisson.engine;

import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.ErrorText;

/** Logs what was settled other than by an ack, and tells the listener. */
@Slf4j
@RequiredArgsConstructor
final class SettlementReporter {

    /** From here on somebody should look at a topic's dead letters. */
    private static final int MANY_DEAD = 10_000;

    private final DispatchListener listener;

    /** Decisions of one kind that the queue has carried out. */
    void settled(List<Settlement.Judged> judged) {
        boolean first = true;
        for (Settlement.Judged one : judged) {
            DelayedMessage message = one.claimed().message();
            if (one.verdict() instanceof Disposition.TryAgain again) {
                if (first) {
                    log.warn(
                            "{} of topic {} failed and will be tried again; id {}, attempt {}, in {}: {}",
                            judged.size() == 1 ? "A message" : judged.size() + " messages",
                            message.topic(),
                            message.id(),
                            message.attempt(),
                            again.delay(),
                            ErrorText.line(again.cause(), message.body()));
                }
                listener.retried(message, again.cause(), again.delay());
            } else if (one.verdict() instanceof Disposition.Bury bury) {
                log.error(
                        "Dead letter: topic {}, id {}, attempt {}: {}",
                        message.topic(),
                        message.id(),
                        message.attempt(),
                        bury.error().lines().findFirst().orElse(""));
                listener.dead(message, bury.error(), bury.cause());
            } else if (first && one.claimed().form() == Form.NEWER) {
                log.warn(
                        "Topic {} has messages that a later version of this library wrote; they are left to its instances",
                        message.topic());
            }
            first = false;
        }
    }

    /** So many messages became dead letters, and their topic has {@code dead} in this shard now. */
    void buried(String topic, int messages, long dead) {
        if (dead - messages < MANY_DEAD) {
            warnOfMany(topic, dead);
        }
    }

    static void warnOfMany(String topic, long dead) {
        if (dead >= MANY_DEAD) {
            log.warn("Topic {} has {} dead letters: redrive or delete them, or set a retention", topic, dead);
        }
    }

    void expired(Claimed claimed, long now) {
        DelayedMessage message = claimed.message();
        log.info(
                "Dropped, since it was older than its time to live of {}: topic {}, id {}",
                claimed.timeToLive(),
                message.topic(),
                message.id());
        listener.expired(message, FailureClassifier.lateness(message, now));
    }

    void lost(String topic, Set<String> ids) {
        listener.leaseLost(topic, ids);
    }

    static void warnOfLost(String topic, Set<String> ids) {
        log.warn(
                "The lease of {} messages of topic {} was lost: they were replaced or removed, or others may deliver them"
                        + " too (ids {}{})",
                ids.size(),
                topic,
                ids.stream().limit(5).toList(),
                ids.size() > 5 ? ", …" : "");
    }
}
