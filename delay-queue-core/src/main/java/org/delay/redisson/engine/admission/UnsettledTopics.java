package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.function.BiPredicate;
import lombok.RequiredArgsConstructor;

/** Stops topics in a shard whose last messages could not be settled there, until that is done. */
@RequiredArgsConstructor
final class UnsettledTopics implements Gate {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Whether all messages of a topic that were handled are settled in a shard. */
    private final BiPredicate<Integer, String> isSettled;

    @Override
    public String text() {
        return "Redis has not taken settlements of its last messages yet";
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        return isSettled.test(shard, topic) ? Admission.Granted.FREELY : defer(PAUSE);
    }
}
