package org.delay.redisson.reliability;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Handler;
import org.delay.redisson.tck.server.RedisServer;

/** A message is cancelled or delivered, and never both, however close to its due time somebody thinks better of it. */
final class CancelsAtDueTime implements Scenario {

    private static final String TOPIC = "cancels";

    private static final int THREADS = 8;

    private static final int ROUND = 2_000;

    private static final int BULK = 500;

    @Override
    public int number() {
        return 9;
    }

    @Override
    public String title() {
        return "Cancels at the due time";
    }

    @Override
    public String injected(Scale scale) {
        return "%,d messages, each cancelled at its due time ± 5 ms".formatted(rounds(scale) * ROUND);
    }

    @Override
    public String invariant() {
        return "CANCELLED but delivered: 0; every message accounted for";
    }

    @Override
    public boolean inEveryBuild() {
        return true;
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(6);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 100);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        LedgerFile ledger = lab.ledger(TOPIC);
        Map<CancelResult, AtomicInteger> results = new EnumMap<>(CancelResult.class);
        for (CancelResult result : CancelResult.values()) {
            results.put(result, new AtomicInteger());
        }
        try (RedisServer redis = RedisServer.start();
                // Each answer is needed: what became of a cancel without one could not be told.
                Application application = Application.of(
                                redis.uri(), TOPIC, config -> {}, server -> server.setTimeout(60_000))
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            for (int round = 0; round < rounds; round++) {
                Queue<Receipt> byTime = new ConcurrentLinkedQueue<>(send(application, ledger, round).stream()
                        .sorted(Comparator.comparing(Receipt::dueTime))
                        .toList());
                Parallel.run(THREADS, thread -> cancel(application, ledger, byTime, new Random(thread), results));
                lab.awaitDrained(application.queue(), TOPIC, Traffic.PATIENCE);
            }
        }
        Audit audit = lab.audit();
        return Outcome.of(rounds * ROUND, audit)
                .must(audit.duplicates() == 0, "duplicates: %d", audit.duplicates())
                .should(audit.cancelled() > 0 && audit.cancelled() < audit.accepted(), "it was no race")
                .note("answers: %s", results);
    }

    private static List<Receipt> send(Application application, LedgerFile ledger, int round) {
        Random random = new Random(round);
        List<Receipt> receipts = new ArrayList<>();
        for (int from = 0; from < ROUND; from += BULK) {
            List<OutgoingMessage> messages = IntStream.range(from, from + BULK)
                    .mapToObj(i -> OutgoingMessage.to(TOPIC)
                            .id(round + "-" + i)
                            .body("body")
                            .delay(Duration.ofMillis(500 + random.nextInt(2_000)))
                            .build())
                    .toList();
            messages.forEach(message -> ledger.attempted(message.id()));
            List<Receipt> answers = application.queue().schedule(messages);
            ledger.accepted(answers);
            receipts.addAll(answers);
        }
        return receipts;
    }

    private static void cancel(
            Application application,
            LedgerFile ledger,
            Queue<Receipt> byTime,
            Random offsets,
            Map<CancelResult, AtomicInteger> results) {
        for (Receipt next = byTime.poll(); next != null; next = byTime.poll()) {
            awaitTime(next.dueTime().plusNanos(offsets.nextInt(10_000_000) - 5_000_000));
            CancelResult result = application.queue().cancel(TOPIC, next.id());
            results.get(result).incrementAndGet();
            if (result == CancelResult.CANCELLED) {
                ledger.cancelled(next.id());
            }
        }
    }

    private static void awaitTime(Instant time) {
        for (Duration left = Duration.between(Instant.now(), time);
                !left.isNegative() && !left.isZero();
                left = Duration.between(Instant.now(), time)) {
            LockSupport.parkNanos(left.toNanos());
        }
    }
}
