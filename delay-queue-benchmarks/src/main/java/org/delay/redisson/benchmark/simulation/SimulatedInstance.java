package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import org.delay.redisson.benchmark.simulation.SimulatedRedis.Request;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.jspecify.annotations.Nullable;

/** An instance of the application: the engine's schedule and heartbeats, and workers that take turns. */
final class SimulatedInstance {

    private final VirtualTime time;
    private final SimulatedRedis redis;
    private final ServiceCalls calls;
    private final ShardSchedule schedule;
    private final ShardDiscovery discovery;
    private final Heartbeat heartbeat;
    private final SimulatedTurn turn;
    private int free;
    private long alarm = Long.MAX_VALUE;
    private boolean dead;

    /** What of the engine runs in an instance. */
    record Engine(ServiceCalls calls, ShardSchedule schedule, ShardDiscovery discovery, Heartbeat heartbeat) {}

    SimulatedInstance(VirtualTime time, SimulatedRedis redis, Engine engine, SimulatedTurn turn, int workers) {
        this.time = time;
        this.redis = redis;
        this.calls = engine.calls();
        this.schedule = engine.schedule();
        this.discovery = engine.discovery();
        this.heartbeat = engine.heartbeat();
        this.turn = turn;
        this.free = workers;
    }

    /** Heartbeats begin at a time, and workers after the first. */
    void start(long nanos) {
        time.at(nanos, () -> {
            calls.free(() -> {
                long unused = beatOnce();
            });
            // As in a fleet that has run for long: the next heartbeats come at any time.
            time.at(nanos + (long) (nextBeat() * redis.random().nextDouble()), this::beat);
            look();
        });
    }

    void die() {
        dead = true;
    }

    /** Whether wake-ups of a shard may reach only this instance and others that follow it. */
    boolean follows(int shard) {
        return !dead && calls.follows(shard);
    }

    void wakeUp(int shard, Duration in) {
        if (!dead) {
            schedule.wakeUp(shard, in);
            setAlarm();
        }
    }

    private void beat() {
        if (!dead) {
            time.at(time.nanos() + beatOnce(), this::beat);
        }
    }

    /** Says how long after this heartbeat the next one follows. */
    private long beatOnce() {
        boolean fails = redis.masterOfService().isDown();
        Duration next = heartbeat.beat();
        setAlarm();
        Duration pause = SeededPause.instead(next, Heartbeat.INTERVAL, redis.random());
        return fails ? SimulatedRedis.TIMEOUT.plus(pause).toNanos() : nextBeat();
    }

    /** As the engine's, but with chance from the seed. */
    private long nextBeat() {
        double interval = (double) Heartbeat.INTERVAL.toNanos() * calls.life().toNanos() / Heartbeat.LIFE.toNanos();
        boolean random = calls.life().compareTo(Heartbeat.LIFE) > 0;
        return random ? SeededPause.shortened((long) interval, redis.random()).toNanos() : (long) interval;
    }

    /** Gives what is due to workers that are free. */
    private void look() {
        while (free > 0 && !dead) {
            @Nullable ScheduledTask task = schedule.poll();
            if (task == null) {
                setAlarm();
                return;
            }
            free--;
            begin(task);
        }
    }

    private void begin(ScheduledTask task) {
        Worker worker = new Worker();
        if (task instanceof ScheduledTask.Discovery) {
            discovery.run();
            worker.later(time.nanos() + redis.costs().waits().trips().draw(redis.random()), worker::done);
        } else {
            turn.take(task, worker);
        }
    }

    /** Wakes a worker that is free when the next task is due. */
    private void setAlarm() {
        @Nullable Long next = schedule.next();
        if (free == 0 || next == null) {
            return;
        }
        long at = Math.max(next, time.nanos());
        if (at >= alarm) {
            return;
        }
        alarm = at;
        time.at(redis.wakes(at), () -> {
            if (alarm == at) {
                alarm = Long.MAX_VALUE;
                look();
            }
        });
    }

    private final class Worker implements SimulatedWorker {

        private boolean waits;
        private boolean replaced;

        @Override
        public void ask(Request request, Runnable answered, Runnable failed) {
            waits = true;
            redis.send(request, () -> back(answered), () -> back(failed), this::replace);
        }

        private void replace() {
            if (waits && !replaced && !dead) {
                replaced = true;
                free++;
                look();
            }
        }

        private void back(Runnable then) {
            waits = false;
            if (!dead) {
                then.run();
            }
        }

        @Override
        public void later(long nanos, Runnable then) {
            time.at(nanos, () -> back(then));
        }

        @Override
        public void changed() {
            setAlarm();
        }

        /** The thread goes on with what is due, without having slept. */
        @Override
        public void done() {
            if (!replaced) {
                free++;
            }
            look();
        }
    }
}
