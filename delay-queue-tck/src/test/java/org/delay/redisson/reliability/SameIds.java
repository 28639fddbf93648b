package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;

/** An id that many send is accepted once. */
final class SameIds implements Scenario {

    private static final String TOPIC = "same";

    private static final int CLIENTS = 8;

    private static final int BULK = 250;

    @Override
    public int number() {
        return 10;
    }

    @Override
    public String title() {
        return "Many send the same ids";
    }

    @Override
    public String injected(Scale scale) {
        return "%d clients send the same %,d ids at the same time, each rejected if it already exists"
                .formatted(CLIENTS, ids(scale));
    }

    @Override
    public String invariant() {
        return "accepted = distinct ids";
    }

    @Override
    public boolean inEveryBuild() {
        return true;
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(4);
    }

    private static int ids(Scale scale) {
        return scale.of(40, 3_200) * BULK;
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int ids = ids(lab.scale());
        AtomicInteger rejected = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(CLIENTS);
        long stored;
        try (RedisServer redis = RedisServer.start()) {
            Parallel.run(CLIENTS, client -> {
                try (Application application = Application.patient(redis.uri(), TOPIC)) {
                    // With an end: one that could not start must not hold up the others.
                    together.await(3, TimeUnit.MINUTES);
                    rejected.addAndGet(send(application, lab.ledger("client-" + client), ids));
                }
            });
            try (Application application = Application.patient(redis.uri(), TOPIC)) {
                stored = application.queue().counts(TOPIC).due();
            }
        }
        Audit audit = lab.audit();
        return Outcome.counted(ids, audit.accepted())
                .must(audit.accepted() == ids, "accepted: %d of %d ids", audit.accepted(), ids)
                .must(stored == ids, "stored: %d of %d ids", stored, ids)
                .must(
                        audit.acceptedTwice().isEmpty(),
                        "accepted twice: %d",
                        audit.acceptedTwice().size())
                .must(rejected.get() == ids * (CLIENTS - 1), "rejected: %d", rejected.get())
                .note("%,d sends rejected", rejected.get());
    }

    /** Answers how many were rejected. */
    private static int send(Application application, LedgerFile ledger, int ids) {
        int rejected = 0;
        for (int from = 0; from < ids; from += BULK) {
            List<OutgoingMessage> messages = IntStream.range(from, from + BULK)
                    .mapToObj(i -> OutgoingMessage.to(TOPIC)
                            .id("id" + i)
                            .body("body")
                            .delay(Duration.ofDays(1))
                            .onDuplicate(OnDuplicate.REJECT)
                            .build())
                    .toList();
            messages.forEach(message -> ledger.attempted(message.id()));
            try {
                ledger.accepted(application.queue().schedule(messages));
            } catch (DelayQueueException.PartlySent e) {
                if (!e.failures().stream().allMatch(failure -> failure instanceof DelayQueueException.Duplicate)) {
                    throw e;
                }
                ledger.accepted(e.receipts());
                rejected += e.ids().size();
            } catch (DelayQueueException.Duplicate e) {
                rejected += e.ids().size();
            }
        }
        return rejected;
    }
}
