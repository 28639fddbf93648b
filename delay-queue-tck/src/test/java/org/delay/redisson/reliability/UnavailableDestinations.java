package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.reliability.Terms.Manner;
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
        return Duration.ofMinutes(18);
    }

    private static List<Integer> numbers(Scale scale) {
        return scale.part() == 0 ? List.of(50) : List.of(0, 20, 200, scale.of(200, 2_000), scale.of(200, 20_000));
    }

    /** How many topics are away, and how. */
    private record Round(int topics, Manner manner) {

        @Override
        public String toString() {
            String words = switch (manner) {
                case DEAD -> "Kafka is down";
                case SLOW -> "the consumer refuses slowly";
                case HANGING -> "the consumer refuses at once";
            };
            return String.format(Locale.ROOT, "%,d that are away (%s)", topics, words);
        }
    }

    /** A build takes one manner, and the programme all. */
    private List<Round> rounds(Scale scale) {
        List<Manner> manners = scale.part() == 0 ? List.of(Terms.of(this, 0).manner()) : List.of(Manner.values());
        return numbers(scale).stream()
                .flatMap(topics -> manners.stream().map(manner -> new Round(topics, manner)))
                .toList();
    }

    private static Duration time(Scale scale) {
        return scale.of(Duration.ofSeconds(6), Duration.ofSeconds(60));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Rounds told = new Rounds();
        List<Round> rounds = rounds(lab.scale());
        for (int turn = 0; turn < rounds.size(); turn++) {
            round(lab, Terms.of(this, turn), turn, rounds.get(turn), told);
        }
        Outcome outcome = Outcome.of(rounds.size(), lab.audit());
        for (int turn = 0; turn < rounds.size(); turn++) {
            String prefix = prefix(turn);
            Audit audit = lab.audit(id -> id.startsWith(prefix));
            told.note("healthy topic beside %s: %s".formatted(rounds.get(turn), audit.lateness()));
            told.lateness(
                    "the healthy topic beside %s:".formatted(rounds.get(turn)),
                    audit.lateness(),
                    P99,
                    time(lab.scale()).dividedBy(4));
        }
        return told.addTo(outcome);
    }

    private static String prefix(int turn) {
        return "healthy" + turn + "-";
    }

    private static void round(Lab lab, Terms terms, int turn, Round round, Rounds told) throws Exception {
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = Steered.of(lab, terms, prefix(turn), redis.uri())
                        .option("kafka", NO_KAFKA)
                        .option("given", true)
                        .option("send", HEALTHY)
                        .option("pace", PER_SECOND)
                        .option("callers", terms.callers())
                        .start()) {
            application.awaitDelivered(HEALTHY, PER_SECOND);
            List<OutgoingMessage> messages = messages(round);
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
            told.must(
                    kept == round.topics(),
                    "of %,d messages whose destination is away there are %,d",
                    round.topics(),
                    kept);
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS));
    }

    private static List<OutgoingMessage> messages(Round round) {
        String topic = round.manner() == Manner.DEAD ? Routing.KAFKA : "away";
        Deed deed = round.manner() == Manner.SLOW ? Deed.SLOWLY_UNAVAILABLE : Deed.UNAVAILABLE;
        return IntStream.range(0, round.topics())
                .mapToObj(i -> OutgoingMessage.to(topic + "-" + i)
                        .body(deed.body())
                        .delay(Duration.ZERO)
                        .build())
                .toList();
    }
}
