package org.delay.redisson.reliability;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.DispatchingMain;
import org.delay.redisson.system.WrongClock;
import org.delay.redisson.tck.server.RedisServer;

/** Applications that are wrong about the time send to each other; their ledgers are not wrong. */
final class WrongClocks implements Scenario {

    private static final String TOPIC = "wrong-clocks";

    private static final Duration WRONG = Duration.ofMinutes(10);

    private static final Duration TOLERANCE = Duration.ofMinutes(3);

    @Override
    public int number() {
        return 8;
    }

    @Override
    public String title() {
        return "Wrong clocks of applications";
    }

    @Override
    public String injected(Scale scale) {
        return "one application's clock 10 minutes fast and another's 10 minutes slow, both sending (by delays and by right due times) and dispatching, for %,d s"
                .formatted(seconds(scale));
    }

    @Override
    public String invariant() {
        return "early 0, lost 0";
    }

    @Override
    public Duration takes() {
        return Duration.ofSeconds(70);
    }

    private static int seconds(Scale scale) {
        return scale.of(2, 60);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<ChildJvm> applications = new ArrayList<>();
        List<Duration> wrong = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), TOPIC)) {
            for (Duration by : List.of(WRONG, WRONG.negated())) {
                List<String> options = new ArrayList<>(ChildJvm.QUICK);
                options.add(WrongClock.option(lab.directory(), by));
                ChildJvm application = ChildJvm.start(
                        DispatchingMain.class,
                        options,
                        redis.uri(),
                        TOPIC,
                        "lease=30",
                        "ledger=" + lab.directory(),
                        "name=clock" + by.toMinutes(),
                        "send=clock" + by.toMinutes());
                applications.add(application);
                long told = Long.parseLong(application.await("clock "));
                wrong.add(Duration.between(Instant.now(), Instant.ofEpochMilli(told)));
            }
            Pause.of(Duration.ofSeconds(seconds(lab.scale())));
            for (ChildJvm application : applications) {
                application.say("stop sending");
                application.await("stopped");
            }
            lab.awaitDrained(observer.queue(), TOPIC, Traffic.PATIENCE);
        } finally {
            for (ChildJvm application : applications) {
                application.close();
            }
        }
        Audit audit = lab.audit();
        return Outcome.of(2, audit)
                .must(isAbout(wrong.get(0), WRONG) && isAbout(wrong.get(1), WRONG.negated()), "clocks: %s", wrong)
                .must(audit.accepted() > 0, "nothing was sent");
    }

    private static boolean isAbout(Duration is, Duration expected) {
        return is.minus(expected).abs().compareTo(TOLERANCE) < 0;
    }
}
