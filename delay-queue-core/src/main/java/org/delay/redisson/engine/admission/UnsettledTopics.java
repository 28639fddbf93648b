package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.function.BiPredicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.report.DeferralReason;

/** Stops topics in a shard whose last messages could not be settled there, until that is done. */
@RequiredArgsConstructor
final class UnsettledTopics implements Gate {

    private static final Duration DEFERRAL = Duration.ofSeconds(1);

    /** Whether messages of a topic that were handled are not settled yet in a shard. */
    private final BiPredicate<Integer, String> hasUnsettled;

    @Override
    public DeferralReason reason() {
        return DeferralReason.UNSETTLED;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        return hasUnsettled.test(shard, topic) ? defer(DEFERRAL) : Admission.Granted.FREELY;
    }
}
