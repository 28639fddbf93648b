package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;

/** Handlers that end their application, in good order or not, or hurt their thread; the application is started again. */
final class HandlersThatEnd implements Scenario {

    private static final int NEIGHBOURS = 10;

    private static final int MAX_EXPIRIES = 3;

    private static final int ATTEMPTS = 2;

    /** Much longer than a busy machine holds a thread, once for 5 s: a lease that expires before its handler begins counts as well. */
    private static final Duration LEASE = Duration.ofSeconds(15);

    /** What each such message may cost at most: its lease runs out so often, and once it may be the first of a batch. */
    private static final int STARTS = MAX_EXPIRIES + 1;

    @Override
    public int number() {
        return 23;
    }

    @Override
    public String title() {
        return "Handlers that end their application";
    }

    @Override
    public String injected(Scale scale) {
        return "handlers that call `System.exit`, `Runtime.halt` or stop the dispatch, throw `StackOverflowError`, interrupt themselves, %d times; the application is started again and again"
                .formatted(rounds(scale));
    }

    @Override
    public String invariant() {
        return "dead letter after `max-lease-expirations`, or after its attempts; neighbours delivered once more for each start at most";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(6);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 6);
    }

    /** How many messages there are of each. */
    private static Map<Deed, Integer> deeds(Terms terms) {
        Map<Deed, Integer> deeds = new LinkedHashMap<>();
        deeds.put(terms.manner() == Terms.Manner.DEAD ? Deed.HALT : Deed.EXIT, 1);
        deeds.put(Deed.CLOSE, 1);
        deeds.put(Deed.OVERFLOW, terms.faulty());
        deeds.put(Deed.INTERRUPT, terms.faulty());
        return deeds;
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        Rounds told = new Rounds();
        int starts = 0;
        int dead = 0;
        int injected = 0;
        for (int round = 0; round < rounds; round++) {
            Terms terms = Terms.of(this, round);
            starts += round(lab, terms, round, told);
            dead += 1 + terms.faulty();
            injected += 2 + 2 * terms.faulty();
        }
        Audit audit = lab.audit();
        told.must(audit.buried().size() == dead, "dead letters: %s instead of %d", audit.buried(), dead);
        // Handed back or not acked: each that was under way when the application ended, and no other.
        told.must(
                audit.duplicates() <= starts * NEIGHBOURS,
                "%d deliveries repeated in %d starts",
                audit.duplicates(),
                starts);
        return told.addTo(Outcome.of(injected, audit)).note("%,d applications started until all was done", starts);
    }

    /** Answers how many applications it took. */
    private static int round(Lab lab, Terms terms, int round, Rounds told) throws Exception {
        Map<Deed, Integer> deeds = deeds(terms);
        LedgerFile ledger = lab.ledger("sender-" + round);
        int started = 0;
        try (RedisServer redis = RedisServer.start();
                Application sender = Application.patient(redis.uri(), Steered.SERVICE)) {
            DelayQueueMessage queue = sender.queue();
            deeds.forEach((deed, number) -> send(queue, ledger, round, deed, number));
            BooleanSupplier isDone = () -> deeds.keySet().stream().allMatch(deed -> isDrained(queue, deed.body()));
            while (!isDone.getAsBoolean() && started < STARTS * deeds.size()) {
                started++;
                try (Steered application = Steered.of(lab, terms, "round-" + round + "-" + started, redis.uri())
                        .withExtremeSettings()
                        .option("lease", LEASE)
                        .option("expiries", MAX_EXPIRIES)
                        .option("attempts", ATTEMPTS)
                        .begin()) {
                    await().atMost(Traffic.PATIENCE).until(() -> isDone.getAsBoolean() || !application.isAlive());
                }
            }
            deeds.keySet().forEach(deed -> noteDead(queue, deed.body(), ledger));
            told.must(isDone.getAsBoolean(), "not done after %d starts: %s", started, counts(queue, deeds));
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.FAULTY, Kind.SETTINGS));
        return started;
    }

    private static void send(DelayQueueMessage queue, LedgerFile ledger, int round, Deed deed, int number) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < NEIGHBOURS + number; i++) {
            boolean deadly = i >= NEIGHBOURS / 2 && i < NEIGHBOURS / 2 + number;
            messages.add(OutgoingMessage.to(deed.body())
                    .id("%d-%s-%d".formatted(round, deed.body(), i))
                    .body((deadly ? deed : Deed.BODY).body())
                    .delay(Duration.ZERO)
                    .build());
        }
        messages.forEach(message -> ledger.attempted(message.id()));
        ledger.accepted(queue.schedule(messages));
    }

    /** Those that the last application buried, it may not have told of before it was closed. */
    private static void noteDead(DelayQueueMessage queue, String topic, LedgerFile ledger) {
        queue.list(topic, State.DEAD, null, NEIGHBOURS * STARTS)
                .messages()
                .forEach(dead -> ledger.buried(dead.message().id()));
    }

    private static boolean isDrained(DelayQueueMessage queue, String topic) {
        DelayQueueMessage.Counts counts = queue.counts(topic);
        return counts.due() == 0 && counts.leased() == 0;
    }

    private static List<String> counts(DelayQueueMessage queue, Map<Deed, Integer> deeds) {
        return deeds.keySet().stream()
                .map(deed -> deed.body() + " " + queue.counts(deed.body()))
                .toList();
    }
}
