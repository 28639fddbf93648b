package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.DispatchingMain;
import org.delay.redisson.system.Handler;
import org.delay.redisson.tck.server.RedisServer;

/** Handlers that can't be helped: their message becomes a dead letter, and the others do not suffer. */
final class DeadlyHandlers implements Scenario {

    private static final int NEIGHBOURS = 20;

    private static final int OTHERS = 500;

    private static final int MOST_EXPIRIES = 3;

    private static final int ATTEMPTS = 2;

    @Override
    public int number() {
        return 11;
    }

    @Override
    public String title() {
        return "Deadly handlers";
    }

    @Override
    public String injected(Scale scale) {
        return "a handler that calls `Runtime.halt`, and one that never returns: each %,d times"
                .formatted(rounds(scale));
    }

    @Override
    public String invariant() {
        return "dead letter after its attempts; other messages are not affected";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(2);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 10);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        LedgerFile ledger = lab.ledger("sender");
        int ended = 0;
        try (RedisServer redis = RedisServer.start()) {
            for (int round = 0; round < rounds; round++) {
                ended += halt(lab, redis, "halting-" + round, ledger);
                neverReturn(redis, "endless-" + round, ledger);
            }
        }
        Audit audit = lab.audit();
        return Outcome.of(2 * rounds, audit)
                .must(audit.buried().size() == 2 * rounds, "dead letters: %s", audit.buried())
                .note(
                        "%,d dead letters, %,d applications started until all was done",
                        audit.buried().size(), ended);
    }

    /** Answers how many applications it took. */
    private static int halt(Lab lab, RedisServer redis, String topic, LedgerFile ledger) throws Exception {
        int started = 0;
        try (Application sender = Application.patient(redis.uri(), topic)) {
            DelayQueueMessage queue = sender.queue();
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < NEIGHBOURS; i++) {
                messages.add(message(topic, "id" + i, i == NEIGHBOURS / 2 ? "halt" : "body"));
            }
            send(queue, ledger, messages);
            boolean done = false;
            while (!done) {
                started++;
                try (ChildJvm application = ChildJvm.start(
                        DispatchingMain.class,
                        ChildJvm.QUICK,
                        redis.uri(),
                        topic,
                        "lease=3",
                        "ledger=" + lab.directory(),
                        "name=" + topic + "-" + started)) {
                    done = isOver(queue, topic, application);
                }
            }
            String deadly = messages.get(NEIGHBOURS / 2).id();
            if (queue.find(topic, deadly)
                    .filter(stored -> stored.state() == State.DEAD && stored.leaseExpirations() == MOST_EXPIRIES)
                    .isPresent()) {
                ledger.buried(deadly);
            }
        }
        return started;
    }

    /** Waits until all is done or the application has ended, and says which. */
    private static boolean isOver(DelayQueueMessage queue, String topic, ChildJvm application) {
        return await().atMost(Traffic.PATIENCE)
                .until(
                        () -> {
                            var counts = queue.counts(topic);
                            return counts.due() == 0 && counts.leased() == 0
                                    ? Optional.of(true)
                                    : application.isAlive() ? Optional.<Boolean>empty() : Optional.of(false);
                        },
                        Optional::isPresent)
                .get();
    }

    private static void neverReturn(RedisServer redis, String topic, LedgerFile ledger) {
        DispatchSettings settings = DispatchSettings.builder()
                .maxProcessingTime(Duration.ofMillis(300))
                .retry(new RetryPolicy(ATTEMPTS, Duration.ofMillis(10), 1, Duration.ofMillis(10), 0))
                .build();
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        Handler handler = new Handler(message -> {
            if (message.topic().equals(topic)) {
                handled.incrementAndGet();
                awaitUninterruptibly(end);
            } else {
                ledger.arrived(message);
            }
        });
        try (Application application = Application.patient(redis.uri(), topic).dispatching(settings, handler)) {
            DelayQueueMessage queue = application.queue();
            OutgoingMessage deadly = message(topic, "one", "body");
            send(queue, ledger, List.of(deadly));
            sendOthers(queue, ledger, topic + "-before");
            await().atMost(Traffic.PATIENCE)
                    .until(() -> queue.find(topic, deadly.id())
                            .map(StoredMessage::state)
                            .equals(Optional.of(State.DEAD)));
            await().atMost(Traffic.PATIENCE).until(() -> handled.get() >= ATTEMPTS);
            if (handled.get() == ATTEMPTS) {
                ledger.buried(deadly.id());
            }
            sendOthers(queue, ledger, topic + "-after");
            end.countDown();
        }
    }

    /** Returns when all of them have arrived. */
    private static void sendOthers(DelayQueueMessage queue, LedgerFile ledger, String topic) {
        for (int i = 0; i < OTHERS; i++) {
            send(queue, ledger, List.of(message(topic, "id" + i, "body")));
        }
        await().atMost(Traffic.PATIENCE).until(() -> {
            var counts = queue.counts(topic);
            return counts.due() == 0 && counts.leased() == 0;
        });
    }

    private static void send(DelayQueueMessage queue, LedgerFile ledger, List<OutgoingMessage> messages) {
        messages.forEach(message -> ledger.attempted(message.id()));
        ledger.accepted(queue.schedule(messages));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // A handler that does not care.
            }
        }
    }

    private static OutgoingMessage message(String topic, String id, String body) {
        return OutgoingMessage.to(topic)
                .id(topic + "-" + id)
                .body(body)
                .delay(Duration.ZERO)
                .build();
    }
}
