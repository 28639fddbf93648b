package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.redis.Cluster;
import org.delay.redisson.redis.ShardIds;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.reliability.Terms.Manner;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.config.Config;

/** One of three masters is away, with much that is due on it: what is on the others does not suffer. */
final class StarvingShards implements Scenario {

    private static final int SHARDS = 12;

    private static final int WORKERS = 4;

    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);

    /** From the start of the fault on. */
    private static final int PER_SECOND_AND_SHARD = 5;

    private static final Duration P99 = Duration.ofMillis(250);

    private static final Duration LEASE = Duration.ofSeconds(10);

    /** All is sent before the fault begins, which takes a while. */
    private static final Duration AHEAD = Duration.ofSeconds(3);

    /** A slow one answers now and then. */
    private static final Duration SILENT = Duration.ofSeconds(1);

    private static final Duration ANSWERING = Duration.ofMillis(50);

    @Override
    public int number() {
        return 21;
    }

    @Override
    public String title() {
        return "A master is away, and the others' shards are not";
    }

    @Override
    public String injected(Scale scale) {
        return "one of three masters without replicas killed, stopped or slow for %d s, %d times; %d shards, %d workers, messages due on all shards"
                .formatted(away(scale).toSeconds(), rounds(scale), SHARDS, WORKERS);
    }

    @Override
    public String invariant() {
        return "lost 0; nothing of the healthy shards delivered twice; their p99 lateness ≤ 250 ms";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(5);
    }

    private static Duration away(Scale scale) {
        return scale.of(Duration.ofSeconds(8), Duration.ofSeconds(60));
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 3);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        Rounds told = new Rounds();
        Set<String> healthy = new HashSet<>();
        for (int round = 0; round < rounds; round++) {
            round(lab, Terms.of(this, round), "round-" + round, healthy, told);
        }
        Audit spared = lab.audit(healthy::contains);
        told.must(spared.duplicates() == 0, "of healthy shards, delivered twice: %s", spared.duplicated());
        told.lateness(
                "the healthy shards:", spared.lateness(), P99, away(lab.scale()).dividedBy(4));
        return told.addTo(Outcome.of(rounds, lab.audit()))
                .note("lateness of the healthy shards: %s", spared.lateness());
    }

    private void round(Lab lab, Terms terms, String topic, Set<String> healthy, Rounds told) throws Exception {
        try (Cluster cluster = Cluster.start(number -> durable(), 3, 0, NODE_TIMEOUT)) {
            Config config = new Config();
            cluster.configure(config);
            RedisServer sick = cluster.masterOf(tag(0));
            Set<Integer> spared = new HashSet<>();
            for (int shard = 0; shard < SHARDS; shard++) {
                if (cluster.masterOf(tag(shard)) != sick) {
                    spared.add(shard);
                }
            }
            String addresses = cluster.servers().stream().map(RedisServer::uri).collect(Collectors.joining(","));
            try (Application observer = Application.of(config, Steered.SERVICE, builder -> builder.shards(SHARDS));
                    Steered application = Steered.of(lab, terms, topic, addresses)
                            .option("shards", SHARDS)
                            .option("workers", WORKERS)
                            .option("lease", LEASE)
                            .start()) {
                int before = healthy.size();
                send(lab, observer.queue(), topic, spared::contains, healthy);
                int well = healthy.size() - before;
                failAndRecover(
                        sick,
                        terms.manner(),
                        away(lab.scale()).plus(AHEAD),
                        () -> application.delivered(topic) >= well);
                lab.awaitDrained(observer.queue(), topic, Traffic.PATIENCE);
            }
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.MANNER));
    }

    private static String tag(int shard) {
        return "{" + Steered.SERVICE + ":" + shard + "}";
    }

    /** What it has acknowledged survives a SIGKILL, and it works without the others. */
    private static RedisServer.Builder durable() {
        return RedisServer.builder().config("appendonly yes", "appendfsync always", "cluster-require-full-coverage no");
    }

    private static void send(
            Lab lab, DelayQueueMessage queue, String topic, Predicate<Integer> isHealthy, Set<String> healthy) {
        LedgerFile ledger = lab.ledger("sender-of-" + topic);
        long millis = away(lab.scale()).toMillis();
        int number = (int) (PER_SECOND_AND_SHARD * millis / 1_000);
        for (int shard = 0; shard < SHARDS; shard++) {
            Iterator<String> ids = ShardIds.of(topic + "-" + shard, shard, SHARDS);
            for (int i = 0; i < number; i++) {
                String id = ids.next();
                ledger.attempted(id);
                ledger.accepted(queue.schedule(List.of(OutgoingMessage.to(topic)
                        .id(id)
                        .body(Deed.BODY.body())
                        .delay(AHEAD.plusMillis(millis * i / number))
                        .build())));
                if (isHealthy.test(shard)) {
                    healthy.add(id);
                }
            }
        }
    }

    /** @param isEnough what must come before it recovers, however long that takes */
    private static void failAndRecover(RedisServer server, Manner manner, Duration time, Callable<Boolean> isEnough)
            throws Exception {
        switch (manner) {
            case DEAD -> {
                server.kill();
                Pause.of(time);
                await().atMost(Traffic.PATIENCE).until(isEnough);
                server.restart();
            }
            case HANGING -> {
                server.pause();
                Pause.of(time);
                await().atMost(Traffic.PATIENCE).until(isEnough);
                server.resume();
            }
            case SLOW -> {
                long begin = System.nanoTime();
                long end = begin + time.toNanos();
                long last = end + Traffic.PATIENCE.toNanos();
                while (System.nanoTime() < end || (System.nanoTime() < last && !isEnough.call())) {
                    server.pause();
                    Pause.of(SILENT);
                    server.resume();
                    Pause.of(ANSWERING);
                }
            }
        }
    }
}
