package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/** A server that answers, and does not do what it is asked. What it answers while it loads is NotServingTest's. */
final class RedisRefuses implements Scenario {

    private static final String TOPIC = "redis-refuses";

    private static final String BROKEN = "broken";

    private static final int PER_SECOND = 200;

    /** So many fail at least while nothing is taken. */
    private static final int REFUSED = 3;

    private static final Duration TIME = Duration.ofSeconds(1);

    @Override
    public int number() {
        return 14;
    }

    @Override
    public String title() {
        return "Redis refuses";
    }

    @Override
    public String injected(Scale scale) {
        return ("out of memory and READONLY, until %,d sends have failed and %,d s more, SCRIPT FLUSH ten times a second for"
                        + " %,d s, and a key of the wrong type; %,d times")
                .formatted(REFUSED, TIME.toSeconds(), TIME.toSeconds(), rounds(scale));
    }

    @Override
    public String invariant() {
        return "each failed send throws; no acknowledged message is lost; dispatch resumes automatically";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(8);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 40);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        int loud = 0;
        try (RedisServer redis = RedisServer.start();
                Traffic traffic = Traffic.start(lab, redis.uri(), TOPIC, PER_SECOND)) {
            RedisCommand.run(redis, "SET delay:{" + TOPIC + ":0}:due:" + BROKEN + " text");
            for (int round = 0; round < rounds; round++) {
                RedisCommand.run(redis, "CONFIG SET maxmemory 1");
                refuses(traffic);
                RedisCommand.run(redis, "CONFIG SET maxmemory 0");
                traffic.awaitDeliveries(PER_SECOND);
                // Nobody is there: it keeps what it has, and takes nothing.
                RedisCommand.run(redis, "REPLICAOF 127.0.0.1 1");
                refuses(traffic);
                RedisCommand.run(redis, "REPLICAOF NO ONE");
                traffic.awaitDeliveries(PER_SECOND);
                for (int i = 0; i < 10; i++) {
                    RedisCommand.run(redis, "SCRIPT FLUSH");
                    Pause.of(TIME.dividedBy(10));
                }
                traffic.awaitDeliveries(PER_SECOND);
                loud += failsLoudly(traffic) ? 1 : 0;
            }
            traffic.drain();
            return traffic.outcome(4 * rounds)
                    .must(loud == rounds, "%d of %d sends to a key of the wrong type failed", loud, rounds);
        }
    }

    private static void refuses(Traffic traffic) {
        traffic.awaitFailures(REFUSED);
        Pause.of(TIME);
    }

    private static boolean failsLoudly(Traffic traffic) {
        try {
            traffic.queue()
                    .schedule(List.of(OutgoingMessage.to(BROKEN)
                            .id("id")
                            .body("body")
                            .delay(Duration.ZERO)
                            .build()));
            return false;
        } catch (DelayQueueException.Refused | DelayQueueException.OutcomeUnknown e) {
            return true;
        }
    }
}
