package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;

/** Kafka refuses a whole request because of some records in it; the others are not at fault. */
final class RefusedNeighbours implements Scenario {

    private static final String TOPIC = "kafka-compacted";

    private static final String BAD = "bad-";

    private static final int ONE_BAD_OF = 50;

    private static final int ATTEMPTS = 3;

    private static final Duration AHEAD = Duration.ofSeconds(2);

    @Override
    public int number() {
        return 31;
    }

    @Override
    public String title() {
        return "Neighbours of a record that Kafka refuses";
    }

    @Override
    public String injected(Scale scale) {
        return "%,d messages for a compacted topic that are due at once, %d %% of them without the key that it asks for; %d attempts"
                .formatted(messages(scale), 100 / ONE_BAD_OF, ATTEMPTS);
    }

    @Override
    public String invariant() {
        return "those without a key become dead letters; of the others none is lost or dead, and none uses up an attempt";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(1);
    }

    private static int messages(Scale scale) {
        return scale.of(10, 600) * ONE_BAD_OF;
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int number = messages(lab.scale());
        Terms terms = Terms.of(this, 0);
        Rounds told = new Rounds();
        KafkaBroker kafka = lab.kafka();
        create(kafka);
        LedgerFile sent = lab.ledger("sender");
        try (RedisServer redis = RedisServer.start();
                KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), TOPIC, lab.ledger("receiver"));
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = Steered.of(lab, terms, "dispatching", redis.uri())
                        .option("kafka", kafka.bootstrapServers())
                        .option("attempts", ATTEMPTS)
                        .start()) {
            for (int from = 0; from < number; from += ONE_BAD_OF) {
                List<OutgoingMessage> messages = messages(from);
                messages.forEach(message -> sent.attempted(message.id()));
                sent.accepted(observer.queue().schedule(messages));
            }
            // Until all are due.
            Pause.of(AHEAD);
            lab.awaitDrained(observer.queue(), TOPIC, Traffic.PATIENCE);
            receiver.awaitEnd();
        }
        Audit good = lab.audit(id -> !id.startsWith(BAD));
        Audit bad = lab.audit(id -> id.startsWith(BAD));
        told.must(
                bad.buried().size() == number / ONE_BAD_OF,
                "dead letters of those without a key: %d",
                bad.buried().size());
        told.must(
                good.buried().isEmpty(),
                "dead letters: %d, and nothing is wrong with them",
                good.buried().size());
        told.must(good.mostAttempts() <= 1, "attempts of good ones: %d", good.mostAttempts());
        told.terms(terms.tell(Kind.PROCESSORS));
        return told.addTo(Outcome.of(number / ONE_BAD_OF, lab.audit()));
    }

    private static List<OutgoingMessage> messages(int from) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = from; i < from + ONE_BAD_OF; i++) {
            boolean bad = i == from;
            messages.add(OutgoingMessage.to(TOPIC)
                    .id((bad ? BAD : "good-") + i)
                    .key(bad ? null : "key-" + i)
                    .body(Deed.BODY.body())
                    .delay(AHEAD)
                    .build());
        }
        return messages;
    }

    private static void create(KafkaBroker kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)
                            .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT))))
                    .all()
                    .get();
        }
    }
}
