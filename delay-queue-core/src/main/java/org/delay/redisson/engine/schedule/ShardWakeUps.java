package org.delay.redisson.engine.schedule;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.WakeUpOperations.WakeUpListener;

/** Passes wake-ups to the schedule. */
@RequiredArgsConstructor
final class ShardWakeUps implements WakeUpListener {

    private final ShardSchedule schedule;

    @Override
    public void wakeUp(int shard, String topic, Duration in) {
        schedule.wakeUp(shard, in);
    }

    @Override
    public void subscribed() {
        schedule.subscribed();
    }

    @Override
    public void subscribed(int shard) {
        schedule.wakeUp(shard, Duration.ZERO);
    }

    @Override
    public void left(String instance) {
        schedule.left(instance);
    }
}
