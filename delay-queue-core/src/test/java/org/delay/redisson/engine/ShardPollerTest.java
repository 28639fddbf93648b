package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.ScriptedQueue.claim;
import static org.delay.redisson.ScriptedQueue.refused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker does with a shard, and when it is due again. */
class ShardPollerTest {

    private static final ShardState NOTHING = new ShardState(0, List.of(), null);

    /** How soon an owner polls again while topics are left to others. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** How many topics of a shard are offered to other instances at once. */
    private static final int OFFERS = ShardState.MAX_DUE * 4 / 5;

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final DispatchAssembly parts = EngineParts.of(queue, ticker);
    private final TestWorker worker = new TestWorker(parts, new EngineParts.Names());

    @BeforeEach
    void oneShard() {
        assertThat(parts.schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
        parts.schedule.growTo(1);
    }

    private Shard shard() {
        return parts.schedule.poll() instanceof ScheduledTask.Poll poll ? poll.shard() : null;
    }

    private static ShardState due(String... topics) {
        return new ShardState(0, List.of(topics), null);
    }

    @Test
    void looksAndComesBackAtTheSweep() {
        queue.looks(() -> NOTHING);

        assertThat(worker.take(shard())).isNull();

        assertThat(shard()).isNull();
        ticker.tick(EngineParts.SETTINGS.sweep());
        assertThat(shard()).isNotNull();
    }

    @Test
    void aSignalDuringTheLookIsNotLost() {
        queue.looks(() -> {
            parts.schedule.wakeUp(0, Duration.ZERO);
            return NOTHING;
        });

        worker.take(shard());

        assertThat(shard()).isNotNull();
    }

    @Test
    void anErrorDoesNotKeepTheShard() {
        queue.looks(() -> due("orders")).claims(() -> {
            throw new OutOfMemoryError("on purpose");
        });
        Shard shard = shard();

        assertThatThrownBy(() -> worker.take(shard)).isInstanceOf(OutOfMemoryError.class);

        ticker.tick(Duration.ofSeconds(1));
        assertThat(shard()).isSameAs(shard);
    }

    @Test
    void aPoisonMessageWaitsForAClaimThatIsUnderWay() {
        WorkerId other = new WorkerId();
        queue.looks(() -> due("orders")).claims(() -> {
            parts.guard.end();
            assertThat(parts.guard.enter(other)).isFalse();
            return claim(false, "one");
        });
        assertThat(worker.take(shard())).isNotNull();
        parts.guard.claimed(worker.id());

        assertThat(parts.guard.enter(other)).isTrue();
    }

    @Test
    void aSignalDuringTheClaimIsNotLost() {
        queue.looks(() -> due("orders")).claims(() -> {
            parts.schedule.wakeUp(0, Duration.ZERO);
            return claim(false, "one");
        });

        assertThat(worker.take(shard())).isNotNull();

        assertThat(shard()).isNotNull();
    }

    @Test
    void aFullClaimOfAShardWithMoreIsFollowedByASecondOneAtOnce() {
        queue.looks(() -> due("orders")).claims(() -> full(due("bills", "orders")));

        worker.take(shard());

        assertThat(List.of(parts.schedule.poll(), parts.schedule.poll()))
                .anySatisfy(errand -> assertThat(errand)
                        .isInstanceOfSatisfying(
                                ScheduledTask.SecondTurn.class,
                                turn -> assertThat(turn.claim().topic()).isEqualTo("orders")));
    }

    @Test
    void aFullClaimThatLeavesNothingDueIsNotFollowedByAnother() {
        queue.looks(() -> due("orders")).claims(() -> full(NOTHING));

        worker.take(shard());

        assertThat(parts.schedule.poll()).isNull();
    }

    private static ClaimResult full(ShardState state) {
        String[] ids = IntStream.range(0, EngineParts.SETTINGS.maxClaimMessages())
                .mapToObj(Integer::toString)
                .toArray(String[]::new);
        ClaimResult claim = claim(false, ids);
        return new ClaimResult(false, claim.lease(), claim.messages(), state);
    }

    @Test
    void aResubscriptionDuringTheClaimIsNotLost() {
        queue.looks(() -> due("orders")).claims(() -> {
            parts.schedule.subscribed();
            return claim(false, "one");
        });

        worker.take(shard());

        assertThat(shard()).isNotNull();
    }

    @Test
    void topicsTakeTurnsByTheAnswersOrderWithoutAnotherLook() {
        queue.looks(() -> due("a", "b"))
                .claims(() -> new org.delay.redisson.DispatchOperations.ClaimResult(
                        false, claim(false).lease(), claim(false, "one").messages(), due("b", "a")))
                .claims(() -> claim(false, "two"));

        assertThat(worker.take(shard())).isNotNull();
        assertThat(worker.take(shard())).isNotNull();

        assertThat(queue.looks).isEqualTo(1);
        assertThat(queue.claims).extracting(ClaimRequest::topic).containsExactly("a", "b");
    }

    @Test
    void aTopicAtItsCapIsDeferredAndTheNextOneServed() {
        parts.feedback.interrupting("a");
        parts.feedback.interrupting("a");
        queue.looks(() -> due("a", "b")).claims(() -> claim(false, "one"));

        assertThat(worker.take(shard())).isNotNull();

        assertThat(queue.settlements).containsExactly("defer [a]");
        assertThat(queue.claims).extracting(ClaimRequest::topic).containsExactly("b");
    }

    private void withOthers() {
        parts.schedule.update(Neighbours.andMe(Neighbours.behind(2)));
    }

    /** Whoever looks first would otherwise keep it from those that can serve it. */
    @Test
    void aTopicAtItsCapIsLeftDueForOtherInstancesFirst() {
        withOthers();
        parts.feedback.interrupting("a");
        parts.feedback.interrupting("a");
        queue.looks(() -> due("a", "b")).claims(() -> claim(false, "one"));
        assertThat(worker.take(shard())).isNotNull();
        ticker.tick(EngineParts.SETTINGS.sweep());

        Duration offered = Duration.ZERO;
        while (queue.settlements.isEmpty()) {
            queue.looks(() -> due("a"));
            assertThat(worker.take(shard())).isNull();
            ticker.tick(PAUSE);
            offered = offered.plus(PAUSE);
        }

        assertThat(queue.settlements).containsExactly("defer [a]");
        assertThat(offered)
                .isBetween(
                        ShardOwnership.untilOthersLook(),
                        ShardOwnership.untilOthersLook().plus(PAUSE.multipliedBy(2)));
    }

    /** However soon the next message is due. */
    @Test
    void aTopicThatAnotherInstanceTakesIsNeverPutOff() {
        withOthers();
        parts.feedback.interrupting("a");
        parts.feedback.interrupting("a");
        queue.takenByOthers();
        for (int i = 0; i < 50; i++) {
            queue.looks(() -> due("a"));
            assertThat(worker.take(shard())).isNull();
            ticker.tick(PAUSE);
        }

        assertThat(queue.settlements).isEmpty();
    }

    /** They may be there, and look after this instance: at the moment at which something is due all believe to own it. */
    @Test
    void aTopicAtItsCapIsLeftDueWhereNothingIsHeardOfOthers() {
        parts.schedule.update(List.of());
        parts.feedback.interrupting("a");
        parts.feedback.interrupting("a");
        queue.looks(() -> due("a"));

        worker.take(shard());

        assertThat(queue.settlements).isEmpty();
    }

    @Test
    void manyTopicsAtTheirCapDoNotHideTheOthers() {
        withOthers();
        String[] names =
                IntStream.range(0, OFFERS + 2).mapToObj(i -> "topic-" + i).toArray(String[]::new);
        for (String topic : names) {
            parts.feedback.interrupting(topic);
            parts.feedback.interrupting(topic);
        }
        queue.looks(() -> due(names));

        worker.take(shard());

        assertThat(queue.settlements).containsExactly("defer [topic-" + OFFERS + ", topic-" + (OFFERS + 1) + "]");
    }

    @Test
    void topicsThatCantBeServedArePutOffInOneCall() {
        for (String topic : List.of("a", "b")) {
            parts.feedback.interrupting(topic);
            parts.feedback.interrupting(topic);
        }
        queue.looks(() -> due("a", "b", "c")).claims(() -> claim(false, "one"));

        assertThat(worker.take(shard())).isNotNull();

        assertThat(queue.settlements).containsExactly("defer [a, b]");
        assertThat(queue.claims).extracting(ClaimRequest::topic).containsExactly("c");
    }

    @Test
    void aTopicThatCantBeClaimedDoesNotHoldUpTheOthers() {
        queue.looks(() -> due("a", "b"))
                .claims(() -> {
                    throw refused();
                })
                .claims(() -> claim(false, "one"));

        assertThat(worker.take(shard())).isNull();
        assertThat(worker.take(shard())).isNotNull();

        assertThat(queue.settlements).containsExactly("defer [a]");
        assertThat(queue.claims).extracting(ClaimRequest::topic).containsExactly("a", "b");
    }

    @Test
    void aRedisThatRefusesEverythingIsLeftAloneForAWhile() {
        queue.looks(() -> due("a", "b"))
                .claims(() -> {
                    throw refused();
                })
                .failsToSettle(refused())
                .looks(() -> {
                    throw refused();
                })
                .looks(() -> NOTHING);

        worker.take(shard());
        assertThat(shard()).isNull();
        ticker.tick(Duration.ofSeconds(1));
        worker.take(shard());
        assertThat(shard()).isNull();
        ticker.tick(Duration.ofSeconds(1));
        worker.take(shard());

        assertThat(queue.looks).isEqualTo(3);
    }

    /** A Redis whose claims are refused, while looks are not: too few replicas, for example. */
    @Test
    void aLookThatWorksDoesNotEndThePauseAfterClaimsThatFail() {
        for (int i = 0; i < 5; i++) {
            queue.looks(() -> due("a"))
                    .claims(() -> {
                        throw refused();
                    })
                    .failsToSettle(refused());
        }
        shard();
        Shard shard = new Shard(0, Duration.ofSeconds(1));
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            worker.take(shard);
            pauses.add(untilDue());
        }

        assertThat(pauses.get(3)).isGreaterThan(pauses.get(0).multipliedBy(3));
    }

    private Duration untilDue() {
        Duration waited = Duration.ZERO;
        Duration step = Duration.ofMillis(5);
        while (shard() == null) {
            ticker.tick(step);
            waited = waited.plus(step);
        }
        return waited;
    }

    @Test
    void aTopicWhoseDestinationIsUnavailableIsPutOff() {
        parts.feedback.unavailable("a", new DestinationUnavailable("down", false, null));
        queue.looks(() -> due("a"));

        assertThat(worker.take(shard())).isNull();

        assertThat(queue.settlements).containsExactly("defer [a]");
        assertThat(queue.claims).isEmpty();
        assertThat(shard()).isNotNull();
    }
}
