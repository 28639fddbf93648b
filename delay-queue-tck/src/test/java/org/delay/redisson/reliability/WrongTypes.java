package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/** Each key of a topic holds something else for a while, under messages that fail for good: other topics do not suffer. */
final class WrongTypes implements Scenario {

    private static final List<String> KEYS = List.of("due", "leased", "held", "body", "dead", "dead-body");

    private static final String HEALTHY = "wrong-types-healthy";

    private static final String BAD = "bad-";

    private static final int PER_SECOND = 50;

    private static final Duration P99 = Duration.ofMillis(250);

    private static final Duration AHEAD = Duration.ofMillis(500);

    /** What can last, and is told once, may have a line of each of several parts that notice it. */
    private static final int LINES_OF_A_KEY = 5;

    @Override
    public int number() {
        return 22;
    }

    @Override
    public String title() {
        return "Keys of the wrong type";
    }

    @Override
    public String injected(Scale scale) {
        return "each of the keys %s of a topic of the wrong type for %d s, with messages in it that fail for good; %d times"
                .formatted(String.join(", ", KEYS), wrong(scale).toSeconds(), rounds(scale));
    }

    @Override
    public String invariant() {
        return "each ends as a dead letter; another topic's p99 lateness ≤ 250 ms; told once";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(6);
    }

    private static Duration wrong(Scale scale) {
        return scale.of(Duration.ofSeconds(4), Duration.ofSeconds(30));
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 8);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        Rounds told = new Rounds();
        int buried = 0;
        for (int round = 0; round < rounds; round++) {
            buried += round(lab, Terms.of(this, round), round, told);
        }
        Audit healthy = lab.audit(id -> !id.startsWith(BAD));
        Audit all = lab.audit();
        told.must(
                all.buried().size() == buried,
                "dead letters: %d of %d",
                all.buried().size(),
                buried);
        told.lateness(
                "another topic:", healthy.lateness(), P99, wrong(lab.scale()).dividedBy(4));
        return told.addTo(Outcome.of(rounds * KEYS.size(), all))
                .note("lateness of another topic: %s", healthy.lateness());
    }

    /** Answers how many messages must end as dead letters. */
    private static int round(Lab lab, Terms terms, int round, Rounds told) throws Exception {
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = Steered.of(lab, terms, "healthy-" + round, redis.uri())
                        .option("workers", 4)
                        .sending(HEALTHY, PER_SECOND)
                        .start()) {
            application.awaitDelivered(HEALTHY, PER_SECOND);
            List<OutgoingMessage> messages = new ArrayList<>();
            for (String key : KEYS) {
                for (int i = 0; i < terms.faulty(); i++) {
                    messages.add(OutgoingMessage.to(topic(key))
                            .id(BAD + round + "-" + key + "-" + i)
                            .body(Deed.PERMANENT.body())
                            .delay(AHEAD)
                            .build());
                }
            }
            LedgerFile ledger = lab.ledger("sender-" + round);
            messages.forEach(message -> ledger.attempted(message.id()));
            ledger.accepted(observer.queue().schedule(messages));
            int before = application.warnings().total();
            KEYS.forEach(key -> spoil(redis, key));
            Pause.of(AHEAD.plus(wrong(lab.scale())));
            application.awaitDelivered(HEALTHY, PER_SECOND);
            Steered.Warnings warnings = application.warnings();
            KEYS.forEach(key -> repair(redis, key));
            for (String key : KEYS) {
                await("for the dead letters of " + topic(key))
                        .atMost(Traffic.PATIENCE)
                        .ignoreExceptions()
                        .until(() -> observer.queue().counts(topic(key)).dead() == terms.faulty());
            }
            application.stopSending();
            lab.awaitDrained(observer.queue(), HEALTHY, Traffic.PATIENCE);
            told.sends(application.sends());
            told.terms(terms.tell(Kind.PROCESSORS, Kind.FAULTY, Kind.CALLERS, Kind.IDS));
            int lines = warnings.total() - before;
            told.must(
                    lines <= LINES_OF_A_KEY * KEYS.size() + terms.faulty() * KEYS.size(),
                    "%d lines in the log: %s",
                    lines,
                    warnings.lines());
            return messages.size();
        }
    }

    private static String topic(String key) {
        return "wrong-" + key;
    }

    private static String key(String key) {
        return "delay:{" + Steered.SERVICE + ":0}:" + key + ":" + topic(key);
    }

    /** In one step: a claim that found no key between two would take the topic for empty, and nobody would look at it. */
    private static void spoil(RedisServer redis, String key) {
        inOneStep(redis, key, "%s redis.call('SET', KEYS[1], 'text')".formatted(moved("KEYS[1]", "KEYS[2]")));
    }

    private static void repair(RedisServer redis, String key) {
        inOneStep(redis, key, "redis.call('DEL', KEYS[1]) %s".formatted(moved("KEYS[2]", "KEYS[1]")));
    }

    private static String moved(String from, String to) {
        return "if redis.call('EXISTS', %1$s) == 1 then redis.call('RENAME', %1$s, %2$s) end".formatted(from, to);
    }

    private static void inOneStep(RedisServer redis, String key, String script) {
        RedisCommand.run(redis, "EVAL \"%s return 1\" 2 %s %s".formatted(script, key(key), aside(key)));
    }

    private static String aside(String key) {
        return "aside:{" + Steered.SERVICE + ":0}:" + key;
    }
}
