package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.DispatchingMain;
import org.delay.redisson.system.Flow;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;

/** Two applications send and dispatch to Kafka, and one of them at a time is killed and replaced; a third one only sends. */
final class ApplicationsKilled implements Scenario {

    private static final String TOPIC = "applications-killed";

    private static final int PER_SECOND = 1_000;

    private static final Duration P99 = Duration.ofMillis(250);

    @Override
    public int number() {
        return 1;
    }

    @Override
    public String title() {
        return "Applications killed";
    }

    @Override
    public String injected(Scale scale) {
        return "SIGKILL at any moment of one of two applications that send and dispatch to Kafka, %,d times in %,d messages"
                .formatted(kills(scale), messages(scale));
    }

    @Override
    public String invariant() {
        return "lost 0, early 0; duplicates only of messages that were leased at a kill; p99 lateness of first attempts ≤ 250 ms";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(18);
    }

    private static int kills(Scale scale) {
        return scale.of(2, 300);
    }

    private static int messages(Scale scale) {
        return scale.of(4_000, 1_000_000);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int kills = kills(lab.scale());
        int messages = messages(lab.scale());
        Random random = new Random(1);
        LedgerFile ledger = lab.ledger("sender-and-receiver");
        List<ChildJvm> applications = new ArrayList<>();
        Set<String> leased = new HashSet<>();
        KafkaBroker kafka = lab.kafka();
        kafka.createTopic(TOPIC, 1);
        try (RedisServer redis = RedisServer.start();
                KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), TOPIC, ledger);
                Application sender = Application.patient(redis.uri(), TOPIC)) {
            applications.add(application(lab, redis, 0));
            applications.add(application(lab, redis, 1));
            List<Throwable> surprises;
            try (Flow flow = Flow.start(sender.queue(), TOPIC, PER_SECOND, ledger)) {
                for (int kill = 1; kill <= kills; kill++) {
                    int goal = messages / (kills + 1) * kill + random.nextInt(500);
                    await("for kill " + kill).atMost(Traffic.PATIENCE).until(() -> ledger.arrivedSoFar() >= goal);
                    applications.remove(random.nextInt(2)).kill();
                    // Its leases stand for some seconds still. What the survivor has may be gone.
                    leased.addAll(Lab.leased(sender.queue(), TOPIC));
                    applications.add(application(lab, redis, kill + 1));
                }
                await("for the last").atMost(Traffic.PATIENCE).until(() -> ledger.arrivedSoFar() >= messages);
                flow.close();
                surprises = flow.surprises();
            }
            for (ChildJvm application : applications) {
                application.say("stop sending");
                application.await("stopped");
            }
            lab.awaitDrained(sender.queue(), TOPIC, Traffic.PATIENCE);
            receiver.awaitEnd();
            receiver.close();
            return judge(lab.audit(), kills, leased, surprises);
        } finally {
            for (ChildJvm application : applications) {
                application.close();
            }
        }
    }

    private static ChildJvm application(Lab lab, RedisServer redis, int number) throws Exception {
        ChildJvm application = ChildJvm.start(
                DispatchingMain.class,
                ChildJvm.QUICK,
                redis.uri(),
                TOPIC,
                "lease=10",
                "kafka=" + lab.kafka().bootstrapServers(),
                "warm=" + TOPIC,
                "ledger=" + lab.directory(),
                "name=child-" + number,
                "send=child-" + number);
        application.await("ready");
        return application;
    }

    private static Outcome judge(Audit audit, int kills, Set<String> leased, List<Throwable> surprises) {
        Set<String> others = new HashSet<>(audit.duplicated());
        others.removeAll(leased);
        return Outcome.of(kills, audit)
                .must(surprises.isEmpty(), "sends failed: " + surprises)
                .must(
                        others.isEmpty(),
                        "delivered again, and leased at no kill: %d, such as %s",
                        others.size(),
                        others.stream().limit(5).toList())
                .must(
                        audit.duplicates() <= leased.size(),
                        "duplicates: %d of %d leased",
                        audit.duplicates(),
                        leased.size())
                .should(
                        audit.lateness().percentile(99).compareTo(P99) <= 0,
                        "p99 lateness of first attempts was %d ms",
                        audit.lateness().percentile(99).toMillis())
                .note("%,d messages were leased at the kills (lease 10 s)", leased.size());
    }
}
