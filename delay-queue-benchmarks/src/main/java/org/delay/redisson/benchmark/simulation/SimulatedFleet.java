package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.admission.ClaimSize;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.test.InMemoryDelayQueue;

/** A fleet, from its start to the last message. Instances are as old as those of a fleet that has run for a while. */
final class SimulatedFleet {

    private static final Duration LIFE = Duration.ofSeconds(30);
    private static final Duration SETTLED = Duration.ofSeconds(11);
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final double NANOS_OF_SECOND = 1e9;

    private final Terms terms;
    private final VirtualTime time = new VirtualTime();
    private final Random random;
    private final SimulatedRedis redis;
    private final DispatchOperations queue;
    private final Ledger ledger;
    private final List<SimulatedInstance> instances;
    private final List<String> topics;
    private final long begins;
    private final long measured;
    private long sends;

    SimulatedFleet(Terms terms, Costs costs) {
        this.terms = terms;
        this.random = new Random(terms.seed());
        this.redis = new SimulatedRedis(time, costs, terms, random);
        this.queue = InMemoryDelayQueue.builder().clock(time).build();
        this.topics = IntStream.range(0, terms.traffic().topics())
                .mapToObj(topic -> "topic-" + topic)
                .toList();
        this.begins = VirtualTime.START + SETTLED.toNanos();
        this.measured = begins + terms.span().warmUp().toNanos();
        this.ledger = new Ledger(measured, measured + terms.span().time().toNanos());
        this.instances =
                IntStream.range(0, terms.instances()).mapToObj(this::instance).toList();
    }

    /** The name of an instance. */
    static String name(int instance) {
        return "instance-" + instance;
    }

    private SimulatedInstance instance(int number) {
        DispatchSettings settings = DispatchSettings.DEFAULTS;
        ShardSchedule schedule = new ShardSchedule(time, new ShardOwnership(name(number), settings.sweep()));
        ServiceCalls calls = new ServiceCalls(queue, redis, terms.shards());
        Outage outage = new Outage(time, "", "");
        ShardDiscovery discovery = new ShardDiscovery(calls, schedule, settings.sweep(), outage);
        Heartbeat heartbeat =
                new Heartbeat(calls, new Heartbeat.Member(name(number), ""), schedule, time, new StopSignal());
        SimulatedTurn turn = new SimulatedTurn(
                redis, time, schedule, new ClaimSize(settings.maxClaimMessages(), PullDestination.NONE), ledger);
        return new SimulatedInstance(
                time,
                redis,
                new SimulatedInstance.Engine(calls, schedule, discovery, heartbeat),
                turn,
                terms.workers());
    }

    Outcome run() {
        for (int i = 0; i < terms.instances(); i++) {
            var unused = queue.heartbeat(name(i), "", LIFE);
        }
        time.runUntil(begins);
        long interval = Heartbeat.INTERVAL.toNanos();
        for (int i = 0; i < instances.size(); i++) {
            instances.get(i).start(begins + interval * i / instances.size());
        }
        if (terms.traffic().rate() > 0) {
            time.at(begins, this::send);
        }
        terms.troubles().forEach(this::announce);
        time.runUntil(measured);
        redis.masters().forEach(SimulatedMaster::reset);
        time.runUntil(measured + terms.span().time().toNanos());
        List<MasterLoad> loads = redis.masters().stream()
                .map(master -> master.load(terms.span().time().toNanos()))
                .toList();
        time.runUntil(time.nanos() + terms.span().patience().toNanos());
        return new Outcome(ledger.lateness(), loads);
    }

    private void announce(Trouble trouble) {
        long at = measured + trouble.at().toNanos();
        if (trouble instanceof Trouble.Death death) {
            time.at(
                    at,
                    () -> death.instances()
                            .forEach(instance -> instances.get(instance).die()));
        } else if (trouble instanceof Trouble.Failover failover) {
            SimulatedMaster master = redis.masters().get(failover.master());
            time.at(at, master::goDown);
            time.at(at + failover.lasts().toNanos(), master::comeBack);
        }
    }

    /** Sends a message, and announces the next one. */
    private void send() {
        Terms.Traffic traffic = terms.traffic();
        long now = time.nanos();
        if (now >= measured + terms.span().time().toNanos()) {
            return;
        }
        int shard = random.nextInt(terms.shards());
        String topic = topics.get((int) (sends % traffic.topics()));
        long spread = traffic.spread().toMillis();
        long due = now / NANOS_OF_MILLI
                + traffic.leastDelay().toMillis()
                + (spread == 0 ? 0 : (long) (random.nextDouble() * spread));
        if (!redis.masterOf(shard).isDown()) {
            ledger.sent(due);
            store(shard, topic, due);
        }
        sends++;
        time.at(begins + (long) (sends * NANOS_OF_SECOND / traffic.rate()), this::send);
    }

    private void store(int shard, String topic, long due) {
        SimulatedMaster master = redis.masterOf(shard);
        boolean[] earliest = new boolean[1];
        long[] stored = new long[1];
        long done = master.serve(Call.SEND, now -> {
            earliest[0] = redis.shard(shard).schedule(topic, due);
            stored[0] = now;
            return 1;
        });
        if (earliest[0]) {
            List<SimulatedInstance> hear = hear(shard);
            long signalled = master.serveAlong(Call.SIGNAL, hear.size());
            Duration in = Duration.ofNanos(due * NANOS_OF_MILLI - stored[0]);
            long arrives =
                    Math.max(done, signalled) + redis.costs().waits().trips().draw(random) / 2;
            time.at(arrives, () -> hear.forEach(instance -> instance.wakeUp(shard, in)));
        }
    }

    /** Those that follow the shard, or all if nobody does. */
    private List<SimulatedInstance> hear(int shard) {
        List<SimulatedInstance> followers =
                instances.stream().filter(instance -> instance.follows(shard)).toList();
        return followers.isEmpty() ? instances : followers;
    }
}
