package org.delay.redisson.reliability;

import java.time.Duration;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/**
 * The application has the JDK's common pool for itself, with jobs that block or with its sends, and sends under a lock of
 * its own, while Redis refuses and hangs: nothing of the library may wait for these threads.
 */
final class BusyCallers implements Scenario {

    private static final String TOPIC = "busy-callers";

    private static final int PER_SECOND = 200;

    private static final Duration REFUSING = Duration.ofSeconds(1);

    private static final Duration HANGING = Duration.ofSeconds(4);

    private static final Duration BOUND = Duration.ofSeconds(2);

    /** What has not gone on by then never does. */
    private static final Duration STUCK = Duration.ofSeconds(90);

    @Override
    public int number() {
        return 20;
    }

    @Override
    public String title() {
        return "Callers keep the common pool busy";
    }

    @Override
    public String injected(Scale scale) {
        return "READONLY for %d s and SIGSTOP of Redis for %d s, %,d times, under an application that blocks the common pool or sends from it"
                .formatted(REFUSING.toSeconds(), HANGING.toSeconds(), rounds(scale));
    }

    @Override
    public String invariant() {
        return "lost 0; no deadlock; dispatch and sends go on ≤ 2 s after";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(4);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 16);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        Rounds told = new Rounds();
        for (int round = 0; round < rounds; round++) {
            round(lab, Terms.of(this, round), round, told);
        }
        return told.addTo(Outcome.of(2 * rounds, lab.audit()));
    }

    private static void round(Lab lab, Terms terms, int round, Rounds told) throws Exception {
        String topic = TOPIC + "-" + round;
        Steered.Builder builder;
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE)) {
            builder = Steered.of(lab, terms, topic, redis.uri()).sending(topic, PER_SECOND);
            if (!terms.callers().inCommonPool()) {
                builder.option("busy", true);
            }
            try (Steered application = builder.start()) {
                application.awaitDelivered(topic, PER_SECOND);
                // Nobody is there: it keeps what it has, and takes nothing.
                RedisCommand.run(redis, "REPLICAOF 127.0.0.1 1");
                Pause.of(REFUSING);
                RedisCommand.run(redis, "REPLICAOF NO ONE");
                goesOn(application, topic, "READONLY", told);
                redis.pause();
                Pause.of(HANGING);
                redis.resume();
                goesOn(application, topic, "SIGSTOP", told);
                application.stopSending();
                lab.awaitDrained(observer.queue(), topic, Traffic.PATIENCE);
                told.sends(application.sends());
            }
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS, Kind.IDS));
    }

    private static void goesOn(Steered application, String topic, String after, Rounds told) {
        Duration sends = application.awaitAccepted(1, STUCK);
        Duration deliveries = application.awaitDelivered(topic, PER_SECOND / 4, STUCK);
        told.bound(after + ": a send was accepted after", sends, BOUND);
        told.bound(after + ": messages were delivered after", sends.plus(deliveries), BOUND);
    }
}
