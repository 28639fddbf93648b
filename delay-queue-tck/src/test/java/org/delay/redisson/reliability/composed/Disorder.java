package org.delay.redisson.reliability.composed;

import static org.awaitility.Awaitility.await;
import static org.delay.redisson.reliability.composed.Space.one;
import static org.delay.redisson.reliability.composed.Space.time;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.reliability.composed.Fault.Ending;
import org.delay.redisson.reliability.composed.Fault.Reach;
import org.delay.redisson.reliability.composed.Fault.Way;
import org.delay.redisson.system.RedisCommand;

/** Terms of what goes wrong with servers, networks and applications. */
final class Disorder {

    /** When a fault begins at the latest: the load goes on for a while after it. */
    private static final int LATEST = 6_000;

    /** Of the number of shards or of Redis, whatever else goes wrong at the same time. */
    private static final Duration LONGEST_CHANGE = Duration.ofMinutes(1);

    static final List<Function<Random, Term>> TERMS = List.of(
            random -> redis(random, "Redis is read-only", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
            random -> redis(
                    random,
                    "Redis lacks a replica",
                    "CONFIG SET min-replicas-to-write 1",
                    "CONFIG SET min-replicas-to-write 0"),
            random -> redis(random, "Redis has no memory left", "CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
            random -> fault(random, "Redis is stopped", Reach.ALL, 8, servers -> {
                onceItRuns(servers.redis()::pause);
                return () -> onceItRuns(servers.redis()::resume);
            }),
            random -> fault(random, "Redis is killed", Reach.ALL, 3, servers -> {
                servers.redis().kill();
                return servers.redis()::restart;
            }),
            random -> fault(random, "subscriptions are killed", Reach.NOBODY, 5, servers -> {
                command(servers, "CLIENT KILL TYPE pubsub");
                return () -> command(servers, "CLIENT KILL TYPE pubsub");
            }),
            random -> fault(random, "scripts are flushed", Reach.NOBODY, 1, servers -> {
                command(servers, "SCRIPT FLUSH");
                return Ending.NONE;
            }),
            Disorder::heldBack,
            Disorder::wrongType,
            Disorder::shards,
            Disorder::kafkaDown,
            Disorder::killed,
            Disorder::stopped);

    private Disorder() {}

    /** Runs a command, and waits for that where another fault has Redis refuse it. */
    private static String command(Servers servers, String command) {
        return await().atMost(LONGEST_CHANGE)
                .ignoreExceptions()
                .until(() -> RedisCommand.run(servers.redis(), command), answer -> true);
    }

    private static Term redis(Random random, String text, String command, String undo) {
        return fault(random, text, Reach.ALL, 8, servers -> {
            command(servers, command);
            return () -> command(servers, undo);
        });
    }

    private static Term fault(Random random, String text, Reach reach, int seconds, Way way) {
        Fault fault = new Fault(
                text, at(random), time(random, Duration.ofMillis(300), Duration.ofSeconds(seconds)), reach, way);
        return Term.of(plan -> plan.faults.add(fault), "%s at %s for %s", text, fault.at(), fault.lasts());
    }

    private static Term kafkaDown(Random random) {
        Duration lasts = time(random, Duration.ofMillis(300), Duration.ofSeconds(10));
        Fault fault = new Fault("", at(random), lasts, Reach.KAFKA, servers -> {
            servers.kafka().stop();
            return servers.kafka()::restart;
        });
        return Term.of(
                plan -> {
                    plan.addKafka();
                    plan.faults.add(fault);
                },
                "Kafka is down at %s for %s",
                fault.at(),
                lasts);
    }

    private static Duration at(Random random) {
        return Duration.ofMillis(random.nextInt(LATEST));
    }

    private static Term heldBack(Random random) {
        Duration lasts = time(random, Duration.ofSeconds(1), Duration.ofSeconds(12));
        Fault fault = new Fault("", at(random), lasts, Reach.NOBODY, servers -> {
            servers.proxy().holdBack();
            return servers.proxy()::passOn;
        });
        return Term.of(
                plan -> {
                    plan.sendersByProxy = true;
                    plan.faults.add(fault);
                },
                "what senders say on the connections that are there is held back at %s for %s",
                fault.at(),
                lasts);
    }

    /** Of one topic, from the beginning: somebody has put something else under its key. */
    private static Term wrongType(Random random) {
        String part = one(random, List.of("due", "leased", "held", "body", "dead", "dead-body"));
        int which = random.nextInt(1_000);
        Duration lasts = time(random, Duration.ofSeconds(1), Duration.ofSeconds(10));
        return Term.of(
                plan -> plan.faults.add(new Fault("", Duration.ZERO, lasts, Reach.NOBODY, servers -> {
                    String key = "delay:{" + Dispatcher.SERVICE + ":0}:" + part + ":" + plan.touch(which);
                    // Nothing that is there is lost by it.
                    boolean set = command(servers, "SETNX " + key + " text").equals("1");
                    return () -> {
                        if (set) {
                            command(servers, "DEL " + key);
                        }
                    };
                })),
                "the key '%s' of a topic is of a wrong type for %s",
                part,
                lasts);
    }

    private static Term shards(Random random) {
        int shards = Space.magnitude(random, 1, 64);
        return fault(
                random,
                "the number of shards becomes " + shards + " and the old one again",
                Reach.NOBODY,
                5,
                servers -> {
                    int before = onceAnswered().until(servers.queue()::shards, number -> true);
                    change(servers.queue(), shards);
                    return () -> change(servers.queue(), before);
                });
    }

    /** Another fault may have killed the server, and starts it again. */
    private static void onceItRuns(ThrowingRunnable signal) {
        await().atMost(LONGEST_CHANGE)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(signal);
    }

    private static void change(DelayQueueMessage queue, int shards) {
        onceAnswered().untilAsserted(() -> queue.changeShards(shards));
    }

    /** Other faults may cost a call its answer. Whoever changes the number of shards then calls again. */
    private static ConditionFactory onceAnswered() {
        return await().atMost(LONGEST_CHANGE).ignoreExceptionsInstanceOf(DelayQueueException.class);
    }

    private static Term killed(Random random) {
        boolean hard = random.nextBoolean();
        Fault fault = new Fault("", at(random), Duration.ofMillis(100), Reach.ALL, servers -> {
            servers.members().get(0).end();
            // It is away until it has started again, which takes a while.
            return servers.members().get(0)::keepUp;
        });
        return Term.of(
                plan -> {
                    if (hard) {
                        plan.inOwnJvm();
                    }
                    plan.faults.add(fault);
                },
                "an application %s at %s",
                hard ? "is killed" : "is closed",
                fault.at());
    }

    private static Term stopped(Random random) {
        Duration lasts = time(random, Duration.ofSeconds(1), Duration.ofSeconds(10));
        Fault fault = new Fault("", at(random), lasts, Reach.ALL, servers -> {
            servers.members().get(0).signal("STOP");
            return () -> servers.members().get(0).signal("CONT");
        });
        return Term.of(
                plan -> {
                    plan.inOwnJvm();
                    plan.faults.add(fault);
                },
                "an application is stopped at %s for %s",
                fault.at(),
                lasts);
    }
}
