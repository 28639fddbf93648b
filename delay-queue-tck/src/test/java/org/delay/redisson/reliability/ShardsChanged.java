package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Flow;
import org.delay.redisson.system.Handler;
import org.delay.redisson.tck.server.RedisServer;

/** The number of shards goes from 1 to 8 to 3 while applications send and dispatch. */
final class ShardsChanged implements Scenario {

    private static final String TOPIC = "shards";

    private static final int PER_SECOND = 400;

    private static final int APPLICATIONS = 10;

    /** So many far messages are sent by each application around each change. */
    private static final int FAR = 50;

    @Override
    public int number() {
        return 15;
    }

    @Override
    public String title() {
        return "Number of shards changed";
    }

    @Override
    public String injected(Scale scale) {
        return "1, 8, 3 shards, one after the other, under %d applications that send and dispatch: %,d times"
                .formatted(APPLICATIONS, rounds(scale));
    }

    @Override
    public String invariant() {
        return "lost 0; a cancel by another application finds every id";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(2);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 20);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        List<Application> applications = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Traffic traffic = Traffic.start(
                        lab, Application.patient(redis.uri(), TOPIC), TOPIC, PER_SECOND, Traffic::toHandler)) {
            List<Flow> flows = new ArrayList<>();
            for (int i = 1; i < APPLICATIONS; i++) {
                LedgerFile ledger = lab.ledger("application-" + i);
                Application application = Application.patient(redis.uri(), TOPIC)
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived));
                applications.add(application);
                flows.add(
                        Flow.start(application.queue(), TOPIC, "application-" + i, PER_SECOND / APPLICATIONS, ledger));
            }
            FarMessages far = new FarMessages(
                    Stream.concat(
                                    Stream.of(traffic.queue()),
                                    applications.stream().map(Application::queue))
                            .toList(),
                    "far",
                    lab.ledger("far"));
            for (int round = 0; round < rounds; round++) {
                for (int shards : List.of(8, 3, 1)) {
                    Pause.of(Duration.ofSeconds(1));
                    change(traffic.queue(), shards, far, "far-" + round + "-" + shards);
                }
            }
            Pause.of(Duration.ofSeconds(1));
            for (Flow flow : flows) {
                flow.close();
            }
            traffic.drain();
            int missed = far.cancel();
            applications.forEach(Application::close);
            Outcome outcome = traffic.outcome(3 * rounds);
            for (Flow flow : flows) {
                outcome = outcome.must(flow.surprises().isEmpty(), "sends failed: " + flow.surprises());
            }
            return outcome.must(outcome.duplicates() == 0, "duplicates: %d", outcome.duplicates())
                    .must(missed == 0, "%d messages that are far from due could not be cancelled", missed);
        } finally {
            applications.forEach(Application::close);
        }
    }

    private static void change(DelayQueueMessage queue, int shards, FarMessages far, String prefix) throws Exception {
        Parallel.run(APPLICATIONS + 1, thread -> {
            if (thread < APPLICATIONS) {
                far.send(thread, prefix, FAR);
            } else {
                queue.changeShards(shards);
            }
        });
    }
}
