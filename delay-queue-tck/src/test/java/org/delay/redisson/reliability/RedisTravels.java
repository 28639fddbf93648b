package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.tck.server.RedisWithClock;

/** Redis's clock jumps, and Redis comes back as it was some time ago, under applications that send and dispatch. */
final class RedisTravels implements Scenario {

    private static final String TOPIC = "redis-travels";

    private static final int PER_SECOND = 100;

    private static final Duration FORWARD = Duration.ofMinutes(10);

    /** For what waits to be delivered once its time has come again. */
    private static final Duration SLACK = Duration.ofSeconds(10);

    /** Sent before the snapshot, and due after it. */
    private static final int KEPT = 200;

    private static final String KEPT_PREFIX = "kept-";

    @Override
    public int number() {
        return 26;
    }

    @Override
    public String title() {
        return "Redis's clock jumps, and an old snapshot is loaded";
    }

    @Override
    public String injected(Scale scale) {
        return "Redis's clock set forward by %d min, then back by %d s, under load; then SIGKILL and a start with a snapshot that is %d s old"
                .formatted(
                        FORWARD.toMinutes(), back(scale).toSeconds(), old(scale).toSeconds());
    }

    @Override
    public String invariant() {
        return "early 0, by Redis's clock; nothing waits for longer than the jump; nothing that is in the snapshot is lost";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(13);
    }

    private static Duration back(Scale scale) {
        return scale.of(Duration.ofSeconds(4), FORWARD);
    }

    private static Duration old(Scale scale) {
        return scale.of(Duration.ofSeconds(2), Duration.ofMinutes(1));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Terms terms = Terms.of(this, 0);
        Rounds told = new Rounds();
        Optional<RedisWithClock> redis = RedisWithClock.start(lab.directory().resolve("clock"));
        if (redis.isPresent()) {
            jump(lab, terms, redis.get(), told);
        }
        loadSnapshot(lab, terms, told);
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS));
        Audit jumped = lab.audit(id -> id.startsWith("jump"));
        Audit kept = lab.audit(id -> id.startsWith(KEPT_PREFIX));
        told.must(jumped.lost().isEmpty(), "lost when the clock jumped: %s", jumped.lost());
        told.must(kept.lost().isEmpty(), "lost, and it was in the snapshot: %s", kept.lost());
        Outcome outcome = told.addTo(Outcome.measured(redis.isPresent() ? 3 : 1, lab.audit()));
        return redis.isPresent()
                ? outcome
                : outcome.note("left out: the clock, since there is no C compiler `cc`, or no Redis on this machine");
    }

    private static void jump(Lab lab, Terms terms, RedisWithClock clock, Rounds told) throws Exception {
        try (clock;
                Application observer = Application.patient(clock.server().uri(), Steered.SERVICE);
                Steered application = application(lab, terms, "jump", clock.server())) {
            application.awaitDelivered(TOPIC, PER_SECOND);
            clock.set(FORWARD);
            told.bound("forward: messages were delivered after", application.awaitDelivered(TOPIC, PER_SECOND), SLACK);
            clock.set(FORWARD.minus(back(lab.scale())));
            application.awaitDelivered(TOPIC, PER_SECOND, back(lab.scale()).plus(Traffic.PATIENCE));
            long began = System.nanoTime();
            application.stopSending();
            lab.awaitDrained(observer.queue(), TOPIC, back(lab.scale()).plus(Traffic.PATIENCE));
            told.bound(
                    "back: messages waited for",
                    Duration.ofNanos(System.nanoTime() - began),
                    back(lab.scale()).plus(SLACK));
            told.sends(application.sends());
        }
    }

    private static void loadSnapshot(Lab lab, Terms terms, Rounds told) throws Exception {
        LedgerFile ledger = lab.ledger("sender-of-kept");
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = application(lab, terms, "snapshot", redis)) {
            application.awaitDelivered(TOPIC, PER_SECOND);
            for (int i = 0; i < KEPT; i++) {
                String id = KEPT_PREFIX + i;
                ledger.attempted(id);
                ledger.accepted(observer.queue()
                        .schedule(List.of(OutgoingMessage.to(TOPIC)
                                .id(id)
                                .body(Deed.BODY.body())
                                .delay(old(lab.scale()).multipliedBy(2L * i).dividedBy(KEPT))
                                .build())));
            }
            RedisCommand.run(redis, "SAVE");
            Pause.of(old(lab.scale()));
            redis.kill();
            redis.restart();
            told.bound("snapshot: messages were delivered after", application.awaitDelivered(TOPIC, PER_SECOND), SLACK);
            Pause.of(old(lab.scale()));
            application.stopSending();
            lab.awaitDrained(observer.queue(), TOPIC, Traffic.PATIENCE);
            told.sends(application.sends());
        }
    }

    private static Steered application(Lab lab, Terms terms, String name, RedisServer redis) throws Exception {
        return Steered.of(lab, terms, name, redis.uri())
                .option("by-redis", true)
                .option("given", true)
                .option("send", TOPIC)
                .option("pace", PER_SECOND)
                .option("callers", terms.callers())
                .start();
    }
}
