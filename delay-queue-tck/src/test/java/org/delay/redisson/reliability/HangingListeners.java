package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;

/** Whoever is told of dead letters never comes back, as a mail server without a time-out: messages go on. */
final class HangingListeners implements Scenario {

    private static final String HEALTHY = "hanging-listeners-healthy";

    private static final String DYING = "dying";

    private static final int WORKERS = 4;

    private static final int PER_SECOND = 50;

    private static final Duration P99 = Duration.ofMillis(250);

    @Override
    public int number() {
        return 30;
    }

    @Override
    public String title() {
        return "Listeners that hang";
    }

    @Override
    public String injected(Scale scale) {
        return "a listener that never returns when it is told of a dead letter, for %d s; %d workers, and dead letters for each of them; %d times"
                .formatted(time(scale).toSeconds(), WORKERS, rounds(scale));
    }

    @Override
    public String invariant() {
        return "lost 0, duplicates 0; another topic's p99 lateness ≤ 250 ms; a warning";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(4);
    }

    private static Duration time(Scale scale) {
        return scale.of(Duration.ofSeconds(7), Duration.ofSeconds(40));
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 4);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        Rounds told = new Rounds();
        for (int round = 0; round < rounds; round++) {
            round(lab, Terms.of(this, round), round, told);
        }
        Audit healthy = lab.audit(id -> !id.startsWith(DYING));
        told.lateness(
                "another topic:", healthy.lateness(), P99, time(lab.scale()).dividedBy(4));
        told.must(healthy.duplicates() == 0, "delivered twice: %s", healthy.duplicated());
        return told.addTo(Outcome.of(rounds, lab.audit())).note("lateness of another topic: %s", healthy.lateness());
    }

    private static void round(Lab lab, Terms terms, int round, Rounds told) throws Exception {
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = Steered.of(lab, terms, "healthy-" + round, redis.uri())
                        .option("workers", WORKERS)
                        .option("deaf", true)
                        .sending(HEALTHY, PER_SECOND)
                        .start()) {
            application.awaitDelivered(HEALTHY, PER_SECOND);
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < WORKERS * terms.faulty(); i++) {
                messages.add(OutgoingMessage.to(DYING)
                        .id(DYING + "-" + round + "-" + i)
                        .body(Deed.PERMANENT.body())
                        .delay(Duration.ZERO)
                        .build());
            }
            LedgerFile ledger = lab.ledger("sender-" + round);
            messages.forEach(message -> ledger.attempted(message.id()));
            ledger.accepted(observer.queue().schedule(messages));
            lab.awaitDrained(observer.queue(), DYING, Traffic.PATIENCE);
            Pause.of(time(lab.scale()));
            application.awaitDelivered(HEALTHY, PER_SECOND);
            // What was not told to the listener, in its place.
            for (OutgoingMessage message : messages) {
                observer.queue().find(DYING, message.id()).ifPresent(dead -> ledger.buried(message.id()));
            }
            application.stopSending();
            lab.awaitDrained(observer.queue(), HEALTHY, Traffic.PATIENCE);
            told.sends(application.sends());
            Steered.Warnings warnings = application.warnings();
            told.must(warnings.lines().contains("event"), "no warning of the listener: %s", warnings.lines());
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.FAULTY, Kind.CALLERS, Kind.IDS));
    }
}
