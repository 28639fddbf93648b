package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.engine.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Flow;
import org.delay.redisson.system.Handler;
import org.delay.redisson.test.RedisServer;

/** The number of shards goes from 1 to 8 to 3 while applications send and dispatch. */
final class ShardsChanged implements Scenario {

    private static final String TOPIC = "shards";

    private static final int PER_SECOND = 400;

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
                .formatted(applications(scale), rounds(scale));
    }

    @Override
    public String invariant() {
        return "lost 0";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(2);
    }

    private static int applications(Scale scale) {
        return scale.of(4, 10);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 20);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        List<Application> applications = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Traffic traffic = Traffic.start(lab, redis.uri(), TOPIC, PER_SECOND)) {
            List<Flow> flows = new ArrayList<>();
            for (int i = 1; i < applications(lab.scale()); i++) {
                LedgerFile ledger = lab.ledger("application-" + i);
                Application application = Application.of(redis.uri(), TOPIC)
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived));
                applications.add(application);
                flows.add(Flow.start(application.queue(), TOPIC, "application-" + i, PER_SECOND / 4, ledger));
            }
            for (int round = 0; round < rounds; round++) {
                for (int shards : List.of(8, 3, 1)) {
                    Pause.of(Duration.ofSeconds(1));
                    traffic.queue().changeShards(shards);
                }
            }
            Pause.of(Duration.ofSeconds(1));
            for (Flow flow : flows) {
                flow.close();
            }
            traffic.drain();
            applications.forEach(Application::close);
            Outcome outcome = traffic.outcome(3 * rounds);
            for (Flow flow : flows) {
                outcome = outcome.must(flow.surprises().isEmpty(), "sends failed: " + flow.surprises());
            }
            return outcome.must(outcome.duplicates() == 0, "duplicates: %d", outcome.duplicates());
        } finally {
            applications.forEach(Application::close);
        }
    }
}
