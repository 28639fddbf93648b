package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;

/** Applications whose clocks are hours wrong, and jump, send to each other by way of Kafka; their ledgers are not wrong. */
final class ApplicationClocks implements Scenario {

    /** Kafka refuses what says that it is more than an hour ahead. */
    private static final List<Duration> WRONG = List.of(
            Duration.ofHours(24),
            Duration.ofHours(-24),
            Duration.ofHours(2),
            Duration.ofMinutes(30),
            Duration.ofHours(-2));

    private static final int FEW = 2;

    private static final int PER_SECOND = 50;

    @Override
    public int number() {
        return 28;
    }

    @Override
    public String title() {
        return "Applications' clocks hours wrong, before Kafka";
    }

    @Override
    public String injected(Scale scale) {
        return "applications whose clocks are wrong by %s send and dispatch to Kafka for %d s, and jump to the opposite %d times"
                .formatted(
                        wrong(scale).stream().map(Duration::toString).collect(Collectors.joining(", ")),
                        seconds(scale) * (1 + jumps(scale)),
                        jumps(scale));
    }

    @Override
    public String invariant() {
        return "early 0, lost 0, no dead letter, no attempt used up";
    }

    @Override
    public String inBuild() {
        return "WrongClockTest";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static List<Duration> wrong(Scale scale) {
        return WRONG.subList(0, scale.of(FEW, WRONG.size()));
    }

    private static int jumps(Scale scale) {
        return scale.of(1, 10);
    }

    private static int seconds(Scale scale) {
        return scale.of(2, 12);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Terms terms = Terms.of(this, 0);
        String topic = "kafka-clocks";
        Rounds told = new Rounds();
        List<Steered> applications = new ArrayList<>();
        KafkaBroker kafka = lab.kafka();
        kafka.createTopic(topic, 1);
        LedgerFile receipts = lab.ledger("receiver");
        DelayQueueMessage.Counts counts;
        try (RedisServer redis = RedisServer.start();
                KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), topic, receipts);
                Application observer = Application.patient(redis.uri(), Steered.SERVICE)) {
            try {
                for (Duration wrong : wrong(lab.scale())) {
                    applications.add(Steered.of(lab, terms, "clock" + wrong.toMinutes(), redis.uri())
                            .withClock(wrong)
                            .option("kafka", kafka.bootstrapServers())
                            .sending(topic, PER_SECOND)
                            .start());
                }
                Pause.of(Duration.ofSeconds(seconds(lab.scale())));
                for (int jump = 1; jump <= jumps(lab.scale()); jump++) {
                    for (int i = 0; i < applications.size(); i++) {
                        Duration wrong = WRONG.get(i);
                        applications.get(i).jump(jump % 2 == 0 ? wrong : wrong.negated());
                    }
                    Pause.of(Duration.ofSeconds(seconds(lab.scale())));
                }
                for (Steered application : applications) {
                    application.stopSending();
                    told.sends(application.sends());
                }
                lab.awaitDrained(observer.queue(), topic, Traffic.PATIENCE);
                receiver.awaitEnd();
                counts = observer.queue().counts(topic);
            } finally {
                for (Steered application : applications) {
                    application.close();
                }
            }
        }
        Audit audit = lab.audit();
        told.must(audit.accepted() > 0, "nothing was sent");
        told.must(counts.dead() == 0, "%d dead letters", counts.dead());
        told.must(audit.mostAttempts() == 1, "attempts: %d", audit.mostAttempts());
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS, Kind.IDS));
        return told.addTo(Outcome.of(jumps(lab.scale()), audit));
    }
}
