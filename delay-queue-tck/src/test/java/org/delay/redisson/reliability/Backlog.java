package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.DispatchingMain;
import org.delay.redisson.system.Flow;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/** Very many messages are overdue when an application with a small heap starts, and another topic is busy meanwhile. */
final class Backlog implements Scenario {

    private static final String BACKLOG = "backlog";

    private static final String FRESH = "fresh";

    private static final int BULK = 1_000;

    private static final int PER_SECOND = 100;

    private static final Duration P99 = Duration.ofSeconds(2);

    /** Loading them may take this long, and draining them too. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Override
    public int number() {
        return 13;
    }

    @Override
    public String title() {
        return "Overdue messages at the start";
    }

    @Override
    public String injected(Scale scale) {
        return "%,d messages overdue when an application with a heap of 512 MB starts; another topic gets %d a second"
                .formatted(messages(scale), PER_SECOND);
    }

    @Override
    public String invariant() {
        return "lost 0; the other topic's p99 lateness ≤ 2 s; no script over 10 ms";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static int messages(Scale scale) {
        return scale.of(100, 1_000) * BULK;
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        LedgerFile ledger = lab.ledger("sender");
        Duration drained;
        Flow flow;
        String slowest;
        try (RedisServer redis = RedisServer.start();
                Application sender = Application.patient(redis.uri(), BACKLOG)) {
            RedisCommand.run(redis, "CONFIG SET slowlog-log-slower-than 10000");
            // The log would end at 128, and its length is the count.
            RedisCommand.run(redis, "CONFIG SET slowlog-max-len 1000000");
            send(sender.queue(), ledger, messages(lab.scale()));
            List<String> options = new ArrayList<>(List.of("-Xmx512m"));
            long began = System.nanoTime();
            try (ChildJvm child = ChildJvm.start(
                    DispatchingMain.class,
                    options,
                    redis.uri(),
                    BACKLOG,
                    "lease=30",
                    "ledger=" + lab.directory(),
                    "name=drain")) {
                child.await("ready");
                flow = Flow.start(sender.queue(), FRESH, PER_SECOND, ledger);
                lab.awaitDrained(sender.queue(), BACKLOG, PATIENCE);
                drained = Duration.ofNanos(System.nanoTime() - began);
                flow.close();
                lab.awaitDrained(sender.queue(), FRESH, Traffic.PATIENCE);
            }
            slowest = RedisCommand.run(redis, "SLOWLOG LEN");
        }
        Audit fresh = lab.audit(id -> id.startsWith(FRESH));
        Audit all = lab.audit();
        return Outcome.of(1, all)
                .must(flow.surprises().isEmpty(), "sends failed: " + flow.surprises())
                .must(all.duplicates() == 0, "duplicates: %d", all.duplicates())
                .should(fresh.lateness().percentile(99).compareTo(P99) <= 0, "the other topic was too late")
                .should(slowest.equals("0"), "%s commands took Redis more than 10 ms", slowest)
                .note("drained in %.1f s, its start included", drained.toMillis() / 1e3)
                .note("lateness of the other topic: %s", fresh.lateness());
    }

    private static void send(DelayQueueMessage queue, LedgerFile ledger, int number) {
        for (int from = 0; from < number; from += BULK) {
            List<OutgoingMessage> messages = new ArrayList<>(BULK);
            for (int i = from; i < from + BULK; i++) {
                messages.add(OutgoingMessage.to(BACKLOG)
                        .id(BACKLOG + "-" + i)
                        .body("x".repeat(100))
                        .delay(Duration.ZERO)
                        .build());
            }
            messages.forEach(message -> ledger.attempted(message.id()));
            ledger.accepted(queue.schedule(messages));
        }
    }
}
