package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;
import static org.delay.redisson.engine.schedule.Neighbours.ahead;
import static org.delay.redisson.engine.schedule.Neighbours.andMe;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.time.ManualTicker;
import org.delay.redisson.engine.time.Signal;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final Signal ending = new Signal();
    private final ShardOwnership ownership = new ShardOwnership(Neighbours.ME, Duration.ofMillis(500));
    private final ShardSchedule schedule = new ShardSchedule(ticker, ownership);
    private final Heartbeat heartbeat =
            new Heartbeat(queue, new Heartbeat.Member(Neighbours.ME, "shop"), schedule, ticker, ending);

    /** Who dies is to be replaced within 5 s, and one heartbeat that is a little late is no reason to. */
    @Test
    void aLifeIsLongerThanTheIntervalAndShorterThanThePromise() {
        assertThat(Heartbeat.LIFE).isGreaterThan(Heartbeat.INTERVAL);
        assertThat(Heartbeat.LIFE.plus(Heartbeat.INTERVAL)).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void anAnswerGivesThePlaceInOrder() {
        queue.heartbeats(() -> andMe(ahead(2))).heartbeats(() -> andMe(List.of()));

        assertThat(heartbeat.beat()).isEqualTo(Heartbeat.INTERVAL);
        assertThat(ownership.rank(0)).isEqualTo(2);

        assertThat(heartbeat.beat()).isEqualTo(Heartbeat.INTERVAL);
        assertThat(ownership.rank(0)).isZero();
    }

    @Test
    void whoBecomesTheOwnerPollsAtOnce() {
        ScheduledTask discovery = schedule.poll();
        schedule.growTo(1);
        queue.heartbeats(() -> andMe(ahead(1))).heartbeats(() -> andMe(List.of()));
        heartbeat.beat();
        Shard shard = ((ScheduledTask.Poll) schedule.poll()).shard();
        schedule.putBack(shard, Duration.ofHours(1));
        assertThat(schedule.poll()).isNull();

        heartbeat.beat();

        assertThat(discovery).isInstanceOf(ScheduledTask.Discovery.class);
        assertThat(schedule.poll()).isEqualTo(new ScheduledTask.Poll(shard));
    }

    @Test
    void oneThatFailsIsRepeatedSoonAndChangesNothing() {
        queue.heartbeats(() -> andMe(ahead(1)))
                .heartbeats(() -> {
                    throw unknown();
                })
                .heartbeats(() -> {
                    throw refused();
                });
        heartbeat.beat();

        Duration first = heartbeat.beat();
        Duration second = heartbeat.beat();

        assertThat(first).isBetween(Duration.ofMillis(80), Duration.ofMillis(100));
        assertThat(second).isBetween(Duration.ofMillis(160), Duration.ofMillis(200));
        assertThat(ownership.rank(0)).isEqualTo(1);
    }

    /** For the others it may be dead by then, and they for it. */
    @Test
    void whereTheyFailForALifeItOwnsEverything() {
        queue.heartbeats(() -> andMe(ahead(1)));
        for (int i = 0; i < 2; i++) {
            queue.heartbeats(() -> {
                throw refused();
            });
        }
        heartbeat.beat();

        ticker.tick(Heartbeat.LIFE.minusMillis(1));
        heartbeat.beat();
        assertThat(ownership.rank(0)).isEqualTo(1);

        ticker.tick(Duration.ofMillis(1));
        heartbeat.beat();
        assertThat(ownership.rank(0)).isZero();
    }

    @Test
    void atTheEndItTakesLeave() {
        ending.give();

        heartbeat.run();

        assertThat(queue.settlements).containsExactly("leave " + Neighbours.ME);
    }

    @Test
    void aRedisThatIsAwayDoesNotHoldUpTheEnd() {
        ending.give();
        queue.failsToSettle(refused());

        heartbeat.run();

        assertThat(queue.settlements).containsExactly("leave " + Neighbours.ME);
    }
}
