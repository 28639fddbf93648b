package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.LongToIntFunction;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.benchmark.simulation.SimulatedRedis.Request;
import org.delay.redisson.engine.admission.ClaimSize;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.SecondClaim;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardSchedule;

/**
 * What a worker of one instance does with a task, as the engine's {@code ShardTurn}: polls the shard, claims, handles, acks.
 * Only these calls are modelled. When to look, and at what, is the schedule's own.
 */
@RequiredArgsConstructor
final class SimulatedTurn {

    private static final DispatchSettings SETTINGS = DispatchSettings.DEFAULTS;

    private final SimulatedRedis redis;
    private final VirtualTime time;
    private final ShardSchedule schedule;
    private final ClaimSize sizes;
    private final Ledger ledger;

    /** Begins; calls back when the worker is free again. */
    void take(ScheduledTask task, SimulatedWorker worker) {
        if (task instanceof ScheduledTask.Poll poll) {
            if (poll.shard().due().isEmpty()) {
                poll(poll.shard(), worker);
            } else {
                claim(poll.shard(), worker);
            }
        } else if (task instanceof ScheduledTask.SecondTurn second) {
            claim(second.claim(), worker);
        } else {
            throw new IllegalArgumentException("There is no turn for " + task);
        }
    }

    private void poll(Shard shard, SimulatedWorker worker) {
        schedule.sent(shard);
        ShardState[] answer = new ShardState[1];
        worker.ask(
                request(Call.POLL, shard, now -> {
                    answer[0] = redis.shard(shard.number()).poll(now);
                    return 1;
                }),
                () -> polled(shard, answer[0], worker),
                () -> failed(shard, worker));
    }

    private void polled(Shard shard, ShardState state, SimulatedWorker worker) {
        if (state.due().isEmpty()) {
            shard.resetBackoff();
            schedule.putBack(shard, state, time.nanos(), Duration.ZERO);
            worker.done();
            return;
        }
        shard.setDue(state.due());
        claim(shard, worker);
    }

    private void failed(Shard shard, SimulatedWorker worker) {
        schedule.putBack(shard, SeededPause.instead(shard.backOff(), SETTINGS.sweep(), redis.random()));
        worker.done();
    }

    private void claim(Shard shard, SimulatedWorker worker) {
        String topic = Objects.requireNonNull(shard.due().poll());
        schedule.sent(shard);
        claim(
                shard,
                topic,
                worker,
                claim -> {
                    shard.resetBackoff();
                    claimAfter(shard, claim);
                    Duration pause = shard.delayAfterClaim(claim.batch().size() == 0);
                    schedule.putBack(shard, claim.state(), time.nanos(), pause);
                },
                () -> failed(shard, worker));
    }

    private void claim(SecondClaim backlog, SimulatedWorker worker) {
        String topic = backlog.topic();
        if (topic == null) {
            backlog.end();
            worker.done();
            return;
        }
        claim(
                backlog.shard(),
                topic,
                worker,
                claim -> {
                    backlog.end();
                    if (claim.batch().size() > 0) {
                        claimAfter(backlog.shard(), claim);
                    }
                },
                () -> {
                    backlog.end();
                    worker.done();
                });
    }

    /** What an answer changes in the schedule. */
    private interface Answered {

        void take(StoredShard.Claim claim);
    }

    private void claim(Shard shard, String topic, SimulatedWorker worker, Answered answered, Runnable failed) {
        int limit = sizes.of(topic, 1);
        StoredShard.Claim[] answer = new StoredShard.Claim[1];
        worker.ask(
                request(Call.CLAIM, shard, now -> {
                    answer[0] = redis.shard(shard.number())
                            .claim(topic, limit, SETTINGS.lease().toMillis(), now);
                    return answer[0].batch().size();
                }),
                () -> {
                    answered.take(answer[0]);
                    handle(shard, topic, limit, answer[0].batch(), worker);
                },
                failed);
    }

    /** As the engine's {@code Backlogs}. */
    private void claimAfter(Shard shard, StoredShard.Claim claim) {
        List<String> due = claim.state().due();
        if (!due.isEmpty() && claim.batch().size() == SETTINGS.maxClaimMessages()) {
            schedule.scheduleSecondClaim(shard, due.get(due.size() > 1 ? 1 : 0));
        }
    }

    private void handle(Shard shard, String topic, int limit, Batch batch, SimulatedWorker worker) {
        if (batch.size() == 0) {
            worker.done();
            return;
        }
        worker.changed();
        long handler = redis.costs().handler();
        long at = time.nanos();
        for (Long due : batch.dueTimes()) {
            ledger.delivered(due, at);
            at += handler;
        }
        long took = at - time.nanos();
        worker.later(at, () -> {
            sizes.took(topic, limit, batch.size(), batch.size(), took);
            worker.ask(
                    request(Call.ACK, shard, now -> {
                        redis.shard(shard.number()).ack(topic, batch);
                        return batch.size();
                    }),
                    worker::done,
                    worker::done);
        });
    }

    private Request request(Call call, Shard shard, LongToIntFunction work) {
        return new Request(call, redis.masterOf(shard.number()), work);
    }
}
