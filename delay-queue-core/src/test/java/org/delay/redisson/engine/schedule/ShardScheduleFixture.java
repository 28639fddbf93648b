package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.BeforeEach;

/** A schedule with one shard, which a worker has taken. Each step is spelled out; nothing here waits. */
abstract class ShardScheduleFixture {

    static final Duration SWEEP = Duration.ofMillis(500);

    /** Redis's clock at the answers, microseconds: not at the beginning of a millisecond. */
    static final long NOW = 1_000_000_250;

    static final long NOW_MS = NOW / 1000;

    final ManualTicker ticker = new ManualTicker();
    final ShardOwnership owners = new ShardOwnership(Neighbours.ME, SWEEP);
    final ShardSchedule schedule = new ShardSchedule(ticker, owners);
    Shard shard;

    @BeforeEach
    void takeTheShard() {
        assertThat(schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
        schedule.discovering();
        schedule.growTo(1);
        shard = polled();
        assertThat(shard).isNotNull();
        schedule.sent(shard);
    }

    /** The shard that is due now, or null. */
    Shard polled() {
        return schedule.poll() instanceof ScheduledTask.Poll poll ? poll.shard() : null;
    }

    void answered(Long next, String... due) {
        schedule.putBack(shard, new ShardState(NOW, List.of(due), next), ticker.nanos(), Duration.ZERO);
    }

    void assertDueAfter(Duration time) {
        ticker.tick(time.minusNanos(1));
        assertThat(schedule.poll()).isNull();
        ticker.tick(Duration.ofNanos(1));
        assertThat(polled()).isSameAs(shard);
    }
}
