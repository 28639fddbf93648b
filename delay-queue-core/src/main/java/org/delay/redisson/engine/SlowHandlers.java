package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DurationText;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Interrupts handlers that take too long, so that other workers come in the place of theirs. */
@Slf4j
@RequiredArgsConstructor
final class SlowHandlers {

    private final Ticker ticker;
    private final Duration limit;
    private final DeliveryFeedback feedback;
    private final WorkerReplacement replacement;

    /** Interrupts the batch's handler if it has taken too long. To be called now and then. */
    void interruptIfSlow(ClaimedBatch batch) {
        ClaimedBatch.@Nullable Unfinished rest =
                batch.takeOver(ticker.nanos(), limit.toNanos(), () -> feedback.interrupting(batch.topic()));
        if (rest == null) {
            return;
        }
        replacement.replace(rest);
        log.warn(
                "The handler of topic {} was interrupted because it took longer than {}"
                        + " ('delay.redisson.max-processing-time'). Retrying {}",
                batch.topic(),
                DurationText.of(limit),
                Counted.of(rest.begun().size(), "message"));
    }
}
