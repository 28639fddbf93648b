package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Handler;
import org.delay.redisson.tck.server.RedisServer;

/**
 * A far message sets the timer, and a near one comes just after it, when its signal meets the answer that sets the timer.
 * The sweep would help only after an hour: each signal that is lost is a message that is stuck.
 */
final class NearAfterFar implements Scenario {

    private static final int LANES = 4;

    @Override
    public int number() {
        return 6;
    }

    @Override
    public String title() {
        return "A near message just after a far one";
    }

    @Override
    public String injected(Scale scale) {
        return "%,d pairs, up to 0.6 ms apart; no sweep for an hour".formatted(LANES * pairsOfLane(scale));
    }

    @Override
    public String invariant() {
        return "0 stuck, and no far one is lost";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(5);
    }

    private static int pairsOfLane(Scale scale) {
        return scale.of(500, 25_000);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int pairs = pairsOfLane(lab.scale());
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        int stuck = 0;
        try (RedisServer redis = RedisServer.start()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < LANES; i++) {
                String service = "pairs-" + i;
                results.add(lanes.submit(() -> stuckOf(pairs, redis, service, lab.ledger(service))));
            }
            for (Future<Integer> result : results) {
                stuck += result.get();
            }
        } finally {
            lanes.shutdownNow();
        }
        Audit audit = lab.audit();
        return Outcome.of(LANES * pairs, audit)
                .must(stuck == 0, "stuck: %d", stuck)
                .must(audit.duplicates() == 0, "duplicates: %d", audit.duplicates());
    }

    private static int stuckOf(int pairs, RedisServer redis, String service, LedgerFile ledger) throws Exception {
        BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();
        Handler handler = new Handler(message -> {
            ledger.arrived(message);
            arrivals.add(message.id());
        });
        Random random = new Random(service.hashCode());
        try (Application application = Application.patient(redis.uri(), service)
                .dispatching(
                        DispatchSettings.builder().sweep(Duration.ofHours(1)).build(), handler)) {
            DelayQueueMessage queue = application.queue();
            for (int i = 0; i < pairs; i++) {
                String far = service + "-far-" + i;
                send(queue, ledger, service, far, Duration.ofMinutes(60 - i % 60));
                // Its claim answers that there is nothing but the far one, while the near one comes.
                send(queue, ledger, service, service + "-now-" + i, Duration.ZERO);
                spin(random.nextInt(600_000));
                send(queue, ledger, service, service + "-near-" + i, Duration.ofMillis(i % 4));
                for (int arrived = 0; arrived < 2; arrived++) {
                    if (arrivals.poll(Traffic.PATIENCE.toSeconds(), TimeUnit.SECONDS) == null) {
                        // The others would not come either.
                        return 1;
                    }
                }
                if (queue.cancel(service, far) == CancelResult.CANCELLED) {
                    ledger.cancelled(far);
                }
            }
        }
        return 0;
    }

    private static void send(DelayQueueMessage queue, LedgerFile ledger, String topic, String id, Duration delay) {
        ledger.attempted(id);
        ledger.accepted(queue.schedule(List.of(
                OutgoingMessage.to(topic).id(id).body("body").delay(delay).build())));
    }

    /** As precisely as no waiting would be. */
    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
