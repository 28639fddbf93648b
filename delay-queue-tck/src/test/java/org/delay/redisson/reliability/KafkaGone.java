package org.delay.redisson.reliability;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;

/** The broker stops in the middle of requests, forgets its producers, and the application's producer has odd settings. */
final class KafkaGone implements Scenario {

    private static final String TOPIC = "kafka-gone";

    private static final String AGAIN = "kafka-again";

    private static final String TRANSACTIONAL = "applications-own";

    private static final int PER_SECOND = 100;

    /** Kafka has two thirds of it, which is less than the broker stops for. */
    private static final Duration LEASE = Duration.ofSeconds(6);

    private static final Duration GOES_ON = Duration.ofSeconds(10);

    /** What the client takes, and nothing less; those that only the library sets are of no effect. */
    private static final Map<String, Object> SMALLEST = Map.ofEntries(
            Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, 0),
            Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, 0),
            Map.entry(ProducerConfig.LINGER_MS_CONFIG, 0),
            Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0),
            Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 0),
            Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 0),
            Map.entry(ProducerConfig.RETRIES_CONFIG, 0),
            Map.entry(ProducerConfig.ACKS_CONFIG, "0"),
            Map.entry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1),
            Map.entry(ProducerConfig.SEND_BUFFER_CONFIG, 0),
            Map.entry(ProducerConfig.RECEIVE_BUFFER_CONFIG, 0),
            Map.entry(ProducerConfig.METADATA_MAX_AGE_CONFIG, 0),
            Map.entry(ProducerConfig.METADATA_MAX_IDLE_CONFIG, 5_000),
            Map.entry(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 0),
            Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 0),
            Map.entry(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 0),
            Map.entry(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 0),
            Map.entry(ProducerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG, 1),
            Map.entry(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 0),
            Map.entry(ProducerConfig.METRICS_NUM_SAMPLES_CONFIG, 1));

    private static final int MESSAGES = 5;

    @Override
    public int number() {
        return 27;
    }

    @Override
    public String title() {
        return "Kafka stops, forgets and is set up oddly";
    }

    @Override
    public String injected(Scale scale) {
        return ("SIGSTOP of the broker for %d s in mid-send, %d times; the application's transactional producer fenced; a topic deleted"
                        + " and created again; %d settings of the producer, each at its smallest")
                .formatted(stop(scale).toSeconds(), rounds(scale), SMALLEST.size());
    }

    @Override
    public String invariant() {
        return "lost 0; no attempt used up by what is the broker's, and no dead letter";
    }

    @Override
    public String inBuild() {
        return "HungBrokerTest";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(5);
    }

    private static Duration stop(Scale scale) {
        return scale.of(Duration.ofSeconds(6), Duration.ofSeconds(20));
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 8);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Terms terms = Terms.of(this, 0);
        Rounds told = new Rounds();
        DelayQueueMessage.Counts counts;
        int rounds = rounds(lab.scale());
        sendWithSmallest(lab, told);
        try (ChildJvm broker = ChildJvm.start(Broker.class, ChildJvm.QUICK);
                RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE)) {
            String pid = broker.await("pid ");
            String address = broker.await("ready ");
            LedgerFile receipts = lab.ledger("receiver");
            try (KafkaReceiver receiver = KafkaReceiver.start(address, TOPIC, receipts);
                    Steered application = Steered.of(lab, terms, "sender", redis.uri())
                            .option("kafka", address)
                            .option("transactional", TRANSACTIONAL)
                            .option("lease", LEASE)
                            .sending(TOPIC, PER_SECOND)
                            .start()) {
                for (int round = 0; round < rounds; round++) {
                    receipts.awaitArrivals(PER_SECOND);
                    signal("STOP", pid);
                    Pause.of(stop(lab.scale()));
                    signal("CONT", pid);
                    told.bound("SIGSTOP: a record arrived after", receipts.awaitArrivals(1), GOES_ON);
                    fence(address);
                }
                receipts.awaitArrivals(PER_SECOND);
                application.stopSending();
                lab.awaitDrained(observer.queue(), TOPIC, Traffic.PATIENCE);
                receiver.awaitEnd();
                counts = observer.queue().counts(TOPIC);
                told.sends(application.sends());
                recreateTopic(lab, address, observer.queue());
            }
        }
        Audit audit = lab.audit();
        told.must(counts.dead() == 0, "%d dead letters", counts.dead());
        told.must(audit.mostAttempts() == 1, "attempts: %d", audit.mostAttempts());
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS, Kind.IDS));
        return told.addTo(Outcome.of(2 * rounds + SMALLEST.size(), audit));
    }

    private static void signal(String name, String pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
    }

    /** As another instance of the application does that starts with the same id. */
    private static void fence(String address) {
        Map<String, Object> configs = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                address,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                TRANSACTIONAL);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
        }
    }

    /** The broker has forgotten then which sequence numbers a producer has used. */
    private static void recreateTopic(Lab lab, String address, DelayQueueMessage queue) throws Exception {
        try (Admin admin = admin(address)) {
            for (int number = 1; number <= 2; number++) {
                admin.createTopics(List.of(new NewTopic(AGAIN, 1, (short) 1)))
                        .all()
                        .get();
                LedgerFile ledger = lab.ledger(AGAIN + "-" + number);
                try (KafkaReceiver receiver = KafkaReceiver.start(address, AGAIN, ledger)) {
                    for (int i = 0; i < MESSAGES; i++) {
                        new Sender(queue, AGAIN, ledger).send(AGAIN + "-" + number + "-" + i, Duration.ZERO);
                        ledger.awaitArrivals(ledger.arrivedSoFar() > i ? 0 : 1);
                    }
                }
                if (number == 1) {
                    admin.deleteTopics(List.of(AGAIN)).all().get();
                }
            }
        }
    }

    /** For each a topic and a producer of its own. */
    private static void sendWithSmallest(Lab lab, Rounds told) throws Exception {
        Map<String, DelayQueueMessageConsumer> consumers = new HashMap<>();
        List<KafkaSimpleMessageProducer> producers = new ArrayList<>();
        SMALLEST.forEach((name, value) -> {
            KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(
                    Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, lab.kafka().bootstrapServers(), name, value),
                    LEASE);
            producers.add(producer);
            consumers.put(name, new KafkaDelayQueueMessageConsumer(producer));
        });
        try (Admin admin = admin(lab.kafka().bootstrapServers())) {
            admin.createTopics(SMALLEST.keySet().stream()
                            .map(name -> new NewTopic(name, 1, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
        Set<String> atFault = ConcurrentHashMap.newKeySet();
        Set<String> delivered = ConcurrentHashMap.newKeySet();
        DispatchListener listener = new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                delivered.add(message.topic());
            }

            @Override
            public void retried(DelayedMessage message, Throwable cause, Duration delay) {
                atFault.add(message.topic() + ": " + cause);
            }

            @Override
            public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
                atFault.add(message.topic() + ": " + error);
            }
        };
        try (RedisServer redis = RedisServer.start();
                Application application = Application.patient(redis.uri(), "smallest")) {
            for (String name : SMALLEST.keySet()) {
                application
                        .queue()
                        .schedule(IntStream.range(0, MESSAGES)
                                .mapToObj(i -> OutgoingMessage.to(name)
                                        .body("body")
                                        .delay(Duration.ZERO)
                                        .build())
                                .toList());
            }
            application.dispatching(
                    DispatchSettings.builder()
                            .lease(LEASE)
                            .workers(SMALLEST.size())
                            .build(),
                    TopicRules.NONE,
                    listener,
                    new ByTopic(consumers),
                    UnaryOperator.identity());
            Pause.of(LEASE);
        } finally {
            producers.forEach(KafkaSimpleMessageProducer::close);
        }
        told.must(atFault.isEmpty(), "settings at their smallest used up attempts: %s", atFault);
        told.note("settings at their smallest that deliver: %d of %d".formatted(delivered.size(), SMALLEST.size()));
    }

    private static Admin admin(String address) {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address));
    }

    private static final class ByTopic extends DelayQueueMessageConsumer {

        private final Map<String, DelayQueueMessageConsumer> consumers;

        private ByTopic(Map<String, DelayQueueMessageConsumer> consumers) {
            this.consumers = consumers;
        }

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
            consumers.get(topic).deliver(topic, messages);
        }

        @Override
        public int batchSize(String topic) {
            return MESSAGES;
        }
    }

    /** A broker that can be stopped. */
    static final class Broker {

        private Broker() {}

        public static void main(String[] arguments) {
            try (KafkaBroker broker = KafkaBroker.builder().topics(TOPIC).start()) {
                ChildJvm.tell("pid " + ProcessHandle.current().pid());
                ChildJvm.tell("ready " + broker.bootstrapServers());
                ChildJvm.listen();
            }
        }
    }
}
