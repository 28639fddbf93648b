package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.settle.Settler;

/** Topics of a shard whose last messages could not be settled: no more of them are claimed until that is done. */
@RequiredArgsConstructor
final class UnsettledTopics implements Gate {

    private static final Duration DEFERRAL = Duration.ofSeconds(1);

    private final Settler settler;

    @Override
    public Admission admit(Object worker, String topic) {
        return OPEN;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        return settler.isSettled(shard, topic) ? OPEN : defer(DEFERRAL);
    }
}
