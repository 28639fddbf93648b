package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;
import static org.delay.redisson.engine.schedule.Neighbours.ahead;
import static org.delay.redisson.engine.schedule.Neighbours.andMe;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.time.ManualTicker;
import org.delay.redisson.engine.time.StopSignal;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final StopSignal ending = new StopSignal();
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

    /** Redis may be away: when it is back, nothing has changed. What has changed is found by more frequent sweeps. */
    @Test
    void whereTheyFailForALifeItKeepsItsPlaceAndSweepsMoreOften() {
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
        assertThat(ownership.rank(0)).isEqualTo(1);
        assertThat(ownership.delay(0).instances()).isEqualTo(1);
    }

    @Test
    void theIntervalIsTwoThirdsOfALife() {
        queue.membership(() -> new Membership(1, 0, Duration.ofSeconds(30), true, List.of(), Set.of()));

        assertThat(heartbeat.beat()).isBetween(Duration.ofSeconds(16), Duration.ofSeconds(20));
    }

    @Test
    void whatItKnowsIsNamedInTheNextOne() {
        queue.membership(() -> new Membership(7, 2, Heartbeat.LIFE, true, andMe(ahead(1)), Set.of()))
                .membership(() -> new Membership(
                        8,
                        1,
                        Heartbeat.LIFE,
                        false,
                        List.of(),
                        Set.of(ahead(1).get(0).id())))
                .membership(() -> new Membership(9, 1, Heartbeat.LIFE, false, List.of(), Set.of()));
        heartbeat.beat();
        assertThat(ownership.rank(0)).isEqualTo(1);

        heartbeat.beat();
        assertThat(ownership.rank(0)).isZero();

        heartbeat.beat();
        assertThat(queue.known).containsExactly(0L, 7L, 8L);
    }

    @Test
    void whoMissedAChangeAsksForAll() {
        queue.membership(() -> new Membership(7, 2, Heartbeat.LIFE, true, andMe(ahead(1)), Set.of()))
                .membership(() -> new Membership(8, 3, Heartbeat.LIFE, false, List.of(), Set.of()))
                .membership(() -> new Membership(9, 3, Heartbeat.LIFE, true, andMe(ahead(2)), Set.of()));
        heartbeat.beat();
        heartbeat.beat();

        heartbeat.beat();

        assertThat(queue.known).containsExactly(0L, 7L, 0L);
        assertThat(ownership.rank(0)).isEqualTo(2);
    }

    /** It finds what others have left: they may be gone, and the next heartbeat may be far away. */
    @Test
    void whoStandsInAsksAgainSoon() {
        ScheduledTask discovery = schedule.poll();
        schedule.growTo(1);
        queue.membership(() -> new Membership(1, 2, Duration.ofSeconds(30), true, andMe(ahead(1)), Set.of()));
        heartbeat.beat();
        Shard shard = ((ScheduledTask.Poll) schedule.poll()).shard();
        ticker.tick(Heartbeat.INTERVAL);
        assertThat(discovery).isInstanceOf(ScheduledTask.Discovery.class);
        assertThat(heartbeat.isDoubtful()).isFalse();

        schedule.foundDue(shard);

        assertThat(heartbeat.isDoubtful()).isTrue();
        assertThat(heartbeat.isDoubtful()).isFalse();
    }

    @Test
    void anOwnerThatFindsMessagesHasNoDoubt() {
        var unused = schedule.poll();
        schedule.growTo(1);
        queue.membership(() -> new Membership(1, 1, Duration.ofSeconds(30), true, andMe(List.of()), Set.of()));
        heartbeat.beat();
        Shard shard = ((ScheduledTask.Poll) schedule.poll()).shard();
        ticker.tick(Heartbeat.INTERVAL);

        schedule.foundDue(shard);

        assertThat(heartbeat.isDoubtful()).isFalse();
    }

    /** The next heartbeat may be far away. */
    @Test
    void whoMaturesBetweenHeartbeatsIsSeen() {
        Instance ahead = ahead(1).get(0);
        Instance young = new Instance(ahead.id(), "shop", 1, Duration.ofSeconds(4), Heartbeat.LIFE);
        queue.membership(() -> new Membership(1, 2, Heartbeat.LIFE, true, andMe(List.of(young)), Set.of()));
        heartbeat.beat();
        assertThat(ownership.rank(0)).isZero();

        ticker.tick(Duration.ofSeconds(6));
        heartbeat.review();

        assertThat(ownership.rank(0)).isEqualTo(1);
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
