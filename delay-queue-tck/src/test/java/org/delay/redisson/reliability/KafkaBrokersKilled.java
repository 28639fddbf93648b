package org.delay.redisson.reliability;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaCluster;
import org.delay.redisson.tck.server.RedisServer;

/** Of three brokers, one is killed, so that another leads; then two, so that none may confirm. */
final class KafkaBrokersKilled implements Scenario {

    private static final String TOPIC = "kafka-killed";

    private static final int PER_SECOND = 50;

    private static final int IN_SYNC = 2;

    private static final Duration GOES_ON = Duration.ofSeconds(15);

    @Override
    public int number() {
        return 38;
    }

    @Override
    public String title() {
        return "Brokers of a Kafka cluster killed";
    }

    @Override
    public String injected(Scale scale) {
        return ("SIGKILL of the leader of three Kafka brokers, %d times; then of two of them, for %d s each time;"
                        + " `min.insync.replicas` is %d")
                .formatted(rounds(scale), away(scale).toSeconds(), IN_SYNC);
    }

    @Override
    public String invariant() {
        return "lost 0; no attempt used up by what is the brokers', and no dead letter; resumes automatically";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(6);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 5);
    }

    private static Duration away(Scale scale) {
        return scale.of(Duration.ofSeconds(3), Duration.ofSeconds(30));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Terms terms = Terms.of(this, 0);
        Rounds told = new Rounds();
        Counts counts;
        int rounds = rounds(lab.scale());
        LedgerFile receipts = lab.ledger("receiver");
        try (KafkaCluster kafka = KafkaCluster.start(lab.directory().resolve("kafka"));
                RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE)) {
            kafka.createTopic(TOPIC, IN_SYNC);
            try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), TOPIC, receipts);
                    Steered application = Steered.of(lab, terms, "sender", redis.uri())
                            .option("kafka", kafka.bootstrapServers())
                            .sending(TOPIC, PER_SECOND)
                            .start()) {
                for (int round = 0; round < rounds; round++) {
                    receipts.awaitArrivals(PER_SECOND);
                    int leader = kafka.leader(TOPIC);
                    kafka.kill(leader);
                    told.bound("the leader killed: a record arrived after", receipts.awaitArrivals(1), GOES_ON);
                    receipts.awaitArrivals(PER_SECOND);
                    kafka.restart(leader);
                    kafka.awaitInSync(TOPIC);
                    killMajority(kafka, kafka.leader(TOPIC), lab.scale());
                    told.bound("two killed and started: a record arrived after", receipts.awaitArrivals(1), GOES_ON);
                    kafka.awaitInSync(TOPIC);
                }
                receipts.awaitArrivals(PER_SECOND);
                application.stopSending();
                lab.awaitDrained(observer.queue(), TOPIC, Traffic.PATIENCE);
                receiver.awaitEnd();
                counts = observer.queue().counts(TOPIC);
                told.sends(application.sends());
            }
        }
        Audit audit = lab.audit();
        told.must(counts.dead() == 0, "%d dead letters", counts.dead());
        told.must(audit.mostAttempts() == 1, "attempts: %d", audit.mostAttempts());
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS, Kind.IDS));
        return told.addTo(Outcome.of(3 * rounds, audit));
    }

    /** Without a majority, no broker may lead, and none may confirm. */
    private static void killMajority(KafkaCluster kafka, int leader, Scale scale) throws Exception {
        int other = kafka.after(leader);
        kafka.kill(leader);
        kafka.kill(other);
        Pause.of(away(scale));
        kafka.restart(leader);
        kafka.restart(other);
    }
}
