package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.admission.TopicChoice;
import org.delay.redisson.engine.schedule.Shard;
import org.jspecify.annotations.Nullable;

/** Chooses the topic that a worker claims from next. */
@RequiredArgsConstructor
final class TopicChooser {

    private final WorkerId worker;
    private final PoisonMessageGuard guard;
    private final Admissions admissions;

    /** Waits while nothing may be claimed beside a poison message, then chooses. Null at the end. */
    @Nullable
    TopicChoice choose(Shard shard) {
        return guard.claiming(worker) ? admissions.choose(worker, shard) : null;
    }
}
