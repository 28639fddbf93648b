package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;

/** Something is due in each of very many topics whose destinations are away: a topic whose own is there does not suffer. */
final class UnavailableDestinations implements Scenario {

    private static final String HEALTHY = "mine";

    private static final int PER_SECOND = 20;

    private static final int BULK = 1_000;

    private static final Duration P99 = Duration.ofMillis(250);

    /** Nobody listens there. */
    private static final String NO_KAFKA = "127.0.0.1:1";

    @Override
    public int number() {
        return 29;
    }

    @Override
    public String title() {
        return "Unavailable destinations beside a healthy one";
    }

    @Override
    public String injected(Scale scale) {
        return "a message due in each of %s topics whose destinations are away (their consumer throws at once, or slowly, or Kafka is down) for %d s"
                .formatted(numbers(scale), time(scale).toSeconds());
    }

    @Override
    public String invariant() {
        return "nothing of theirs is lost or dead; the healthy topic's p99 lateness ≤ 250 ms for any number of them";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(6);
    }

    private static List<Integer> numbers(Scale scale) {
        return scale.part() == 0 ? List.of(50) : List.of(0, 20, 200, scale.of(200, 2_000), scale.of(200, 20_000));
    }

    private static Duration time(Scale scale) {
        return scale.of(Duration.ofSeconds(6), Duration.ofSeconds(60));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Rounds told = new Rounds();
        List<Integer> numbers = numbers(lab.scale());
        for (int round = 0; round < numbers.size(); round++) {
            round(lab, Terms.of(this, round), round, numbers.get(round), told);
        }
        Outcome outcome = Outcome.of(numbers.size(), lab.audit());
        for (int round = 0; round < numbers.size(); round++) {
            String prefix = prefix(round);
            Audit audit = lab.audit(id -> id.startsWith(prefix));
            told.lateness(
                    "the healthy topic beside %,d that are away:".formatted(numbers.get(round)),
                    audit.lateness(),
                    P99,
                    time(lab.scale()).dividedBy(4));
        }
        return told.addTo(outcome);
    }

    private static String prefix(int round) {
        return "healthy" + round + "-";
    }

    private static void round(Lab lab, Terms terms, int round, int topics, Rounds told) throws Exception {
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = Steered.of(lab, terms, prefix(round), redis.uri())
                        .option("kafka", NO_KAFKA)
                        .option("given", true)
                        .option("send", HEALTHY)
                        .option("pace", PER_SECOND)
                        .option("callers", terms.callers())
                        .start()) {
            application.awaitDelivered(HEALTHY, PER_SECOND);
            List<OutgoingMessage> messages = messages(terms, topics);
            for (int from = 0; from < messages.size(); from += BULK) {
                observer.queue().schedule(messages.subList(from, Math.min(from + BULK, messages.size())));
            }
            Pause.of(time(lab.scale()));
            application.awaitDelivered(HEALTHY, PER_SECOND);
            application.stopSending();
            lab.awaitDrained(observer.queue(), HEALTHY, Traffic.PATIENCE);
            told.sends(application.sends());
            long kept = messages.stream()
                    .map(message -> observer.queue().counts(message.topic()))
                    .filter(counts -> counts.due() + counts.leased() == 1)
                    .count();
            told.must(kept == topics, "of %,d messages whose destination is away there are %,d", topics, kept);
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.MANNER, Kind.CALLERS));
    }

    /** Dead is what nobody listens to. */
    private static List<OutgoingMessage> messages(Terms terms, int topics) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < topics; i++) {
            messages.add(OutgoingMessage.to((terms.manner() == Terms.Manner.DEAD ? Routing.KAFKA : "away") + "-" + i)
                    .body((terms.manner() == Terms.Manner.SLOW ? Deed.SLOWLY_UNAVAILABLE : Deed.UNAVAILABLE).body())
                    .delay(Duration.ZERO)
                    .build());
        }
        return messages;
    }
}
