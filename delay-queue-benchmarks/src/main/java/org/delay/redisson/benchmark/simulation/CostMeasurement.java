package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.OutgoingMessage;

/**
 * Measures on a real Redis what the simulation needs to know. Each call is made many times: by several threads
 * at once, which shows what it costs a busy Redis, and with pauses, which shows what it costs to wake up Redis and the client.
 */
final class CostMeasurement {

    private static final String TOPIC = "costs";
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Duration PACE = Duration.ofMillis(5);
    private static final Duration SELDOM = Duration.ofMillis(50);
    private static final List<Duration> PACES =
            List.of(Duration.ofNanos(1), Duration.ofNanos(300_000), Duration.ofMillis(1), PACE);
    private static final int CALLS = 400;
    private static final int MANY = 100;
    private static final int BATCHES = 50;
    private static final int ROUNDS = 6;
    private static final int THREADS = 8;

    private final MeasuredRedis redis;
    private final List<DelayQueueMessage> queues;
    private final ClaimResult[] claims = new ClaimResult[CALLS];
    private int round;
    private long pollNanos;

    /** Calls with pauses between them. */
    private record Paced(double nanos, Waits waits) {}

    CostMeasurement(MeasuredRedis redis) {
        this.redis = redis;
        // Each thread has its own: threads of one application share a call.
        this.queues = Stream.generate(redis::queue).limit(THREADS).toList();
    }

    Costs measure() throws Exception {
        Map<Call, CallCost> calls = calls();
        for (int i = 0; i < ROUNDS; i++) {
            // The least: what else runs on the machine only adds to it.
            calls().forEach((call, cost) -> calls.merge(call, cost, CostMeasurement::cheaper));
        }
        double idle = redis.idleShare();
        calls.put(Call.SIGNAL, signal());
        double busy = Objects.requireNonNull(calls.get(Call.POLL)).nanos();
        Awakening awakening = awakening(busy, idle);
        cold(calls, (double) awakening.longest(), idle);
        pollNanos = (long) busy + awakening.longest();
        return new Costs(calls, awakening, idle, paced(PACE, this::poll).waits().without(pollNanos), 0);
    }

    private Awakening awakening(double busy, double idle) {
        Map<Long, Long> bySleep = new TreeMap<>();
        for (Duration pace : PACES) {
            double longer = paced(pace, this::poll).nanos() - idle * pace.toNanos() - busy;
            bySleep.put(pace.toNanos(), Math.max(0, (long) longer));
        }
        return new Awakening(bySleep);
    }

    /** How much longer each call takes than a poll if Redis was asleep: it has more to fetch. */
    private void cold(Map<Call, CallCost> calls, double longest, double idle) {
        round++;
        Map<Call, IntConsumer> some = new LinkedHashMap<>();
        some.put(Call.SEND, i -> send(i, 1));
        some.put(Call.CLAIM, i -> claim(i, 1));
        some.put(Call.ACK, this::ack);
        some.put(Call.DISCOVERY, this::shards);
        long known = beat(0, 0).clock();
        some.put(Call.HEARTBEAT, i -> {
            var unused = beat(i, known);
        });
        some.forEach((call, action) -> calls.computeIfPresent(call, (same, warm) -> {
            double longer = paced(PACE, action).nanos() - idle * PACE.toNanos() - warm.nanos() - warm.nanosEach();
            return warm.colder(Math.max(0, longer) / Math.max(1, longest));
        }));
        queue(0).leave("instance-0");
    }

    /** How long threads wait while something else runs on this machine. After {@link #measure}. */
    Waits waits(Duration time) {
        return Waits.measure(SELDOM, Math.toIntExact(time.dividedBy(SELDOM)), this::poll)
                .without(pollNanos);
    }

    private void shards(int call) {
        int unused = queue(call).shards();
    }

    private void poll(int call) {
        var unused = queue(call).poll(0);
    }

    private Map<Call, CallCost> calls() throws Exception {
        round++;
        Map<Call, CallCost> costs = new EnumMap<>(Call.class);
        costs.put(Call.SEND, cost(CALLS, i -> send(i, 1)));
        CallCost claim = cost(CALLS, i -> claim(i, 1));
        CallCost ack = cost(CALLS, this::ack);
        for (int i = 0; i < BATCHES; i++) {
            send(0, MANY);
        }
        CallCost claimMany = cost(BATCHES, i -> claim(i, MANY));
        costs.put(Call.CLAIM, byNumber(claim, claimMany));
        costs.put(Call.ACK, byNumber(ack, cost(BATCHES, this::ack)));
        costs.put(Call.POLL, cost(CALLS, this::poll));
        costs.put(Call.DISCOVERY, cost(CALLS, this::shards));
        costs.put(Call.HEARTBEAT, heartbeat());
        return costs;
    }

    /** Mostly nobody came or went since the last one; else so many instances are named. */
    private CallCost heartbeat() throws Exception {
        long known = beat(0, 0).clock();
        CallCost same = cost(CALLS, i -> {
            var unused = beat(i, known);
        });
        for (int i = 1; i < MANY; i++) {
            var unused = queue(i).heartbeat("instance-" + i, "", LIFE);
        }
        CallCost all = cost(BATCHES, i -> {
            var unused = beat(i, 0);
        });
        for (int i = 0; i < MANY; i++) {
            queue(i).leave("instance-" + i);
        }
        return byNumber(same, all);
    }

    private Membership beat(int call, long known) {
        return queue(call).heartbeat("instance-0", "", LIFE, known);
    }

    /** A wake-up costs as much as it has subscribers. */
    private CallCost signal() throws Exception {
        redis.subscribe(1);
        CallCost one = cost(CALLS, i -> redis.publish());
        redis.subscribe(MANY - 1);
        CallCost many = cost(CALLS, i -> redis.publish());
        double each = (many.nanos() - one.nanos()) / (MANY - 1);
        // The script publishes: nothing arrives, and nothing is answered.
        return new CallCost(0, each, 1);
    }

    private static CallCost cheaper(CallCost one, CallCost other) {
        return one.nanos() + one.nanosEach() < other.nanos() + other.nanosEach() ? one : other;
    }

    private static CallCost byNumber(CallCost one, CallCost many) {
        double each = Math.max(0, (many.nanos() - one.nanos()) / (MANY - 1));
        return new CallCost(one.nanos() - each, each, one.commands());
    }

    private void send(int call, int number) {
        var unused = queue(call)
                .schedule(Stream.generate(() -> OutgoingMessage.to(TOPIC)
                                .body("x".repeat(100))
                                .delay(Duration.ZERO)
                                .build())
                        .limit(number)
                        .toList());
    }

    private void claim(int call, int limit) {
        String claimer = "claimer-" + round + "-" + limit + "-" + call;
        claims[call] = queue(call)
                .claim(new ClaimRequest(
                        0, TOPIC, new ClaimId(claimer, 1), LEASE, new ClaimLimit(limit, Long.MAX_VALUE)));
    }

    private void ack(int call) {
        ClaimResult claim = claims[call];
        var unused = queue(call)
                .ack(
                        claim.lease(),
                        claim.messages().stream()
                                .map(message -> message.message().id())
                                .toList());
    }

    private DelayQueueMessage queue(int call) {
        return queues.get(call % THREADS);
    }

    /** What a call costs while others wait. */
    private CallCost cost(int calls, IntConsumer call) throws Exception {
        MeasuredRedis.Counts before = redis.counts();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread;
                parts.add(executor.submit(() -> {
                    for (int i = first; i < calls; i += THREADS) {
                        call.accept(i);
                    }
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } finally {
            executor.shutdown();
        }
        MeasuredRedis.Counts spent = redis.counts().since(before);
        return new CallCost(spent.nanos() / calls, 0, spent.commands() / calls);
    }

    private Paced paced(Duration pace, IntConsumer call) {
        MeasuredRedis.Counts before = redis.counts();
        Waits waits = Waits.measure(pace, CALLS, call);
        return new Paced(redis.counts().since(before).nanos() / CALLS, waits);
    }
}
