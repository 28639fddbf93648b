package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.rabbit.RabbitDelayQueueMessageConsumer;
import org.delay.redisson.rabbit.RabbitRoute;
import org.delay.redisson.rabbit.RabbitSimpleMessageProducer;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Flow;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/** One application has topics of Kafka and of RabbitMQ, and one of both is away: the other's topics do not suffer. */
final class OneBrokerAway implements Scenario {

    private static final String KAFKA = "kafka";

    private static final String RABBIT = "rabbit";

    /** As many as there are workers: each could hold one. */
    private static final int TOPICS = DispatchSettings.DEFAULTS.workers();

    private static final int PER_SECOND = 25;

    private static final Duration P99 = Duration.ofMillis(500);

    private static final Duration GOES_ON = Duration.ofSeconds(10);

    /** What is done to one of the brokers. */
    enum Fault {
        KAFKA_DOWN(33, "Kafka down beside RabbitMQ", "Kafka stopped", KAFKA, RABBIT) {
            @Override
            void begin(KafkaBroker kafka, RabbitBroker rabbit) {
                kafka.stop();
            }

            @Override
            void end(KafkaBroker kafka, RabbitBroker rabbit) {
                kafka.restart();
            }
        },
        RABBIT_KILLED(
                34, "RabbitMQ killed beside Kafka", "SIGKILL of RabbitMQ in the midst of confirms", RABBIT, KAFKA) {
            @Override
            void begin(KafkaBroker kafka, RabbitBroker rabbit) {
                rabbit.kill();
            }

            @Override
            void end(KafkaBroker kafka, RabbitBroker rabbit) {
                rabbit.restart();
            }
        },
        RABBIT_BLOCKED(35, "RabbitMQ blocks publishers beside Kafka", "a memory alarm of RabbitMQ", RABBIT, KAFKA) {
            @Override
            void begin(KafkaBroker kafka, RabbitBroker rabbit) {
                rabbit.ctl("set_vm_memory_high_watermark", "0.00001");
            }

            @Override
            void end(KafkaBroker kafka, RabbitBroker rabbit) {
                rabbit.ctl("set_vm_memory_high_watermark", "0.4");
            }
        };

        private final int number;
        private final String title;
        private final String injected;
        private final String away;
        private final String there;

        Fault(int number, String title, String injected, String away, String there) {
            this.number = number;
            this.title = title;
            this.injected = injected;
            this.away = away;
            this.there = there;
        }

        abstract void begin(KafkaBroker kafka, RabbitBroker rabbit);

        abstract void end(KafkaBroker kafka, RabbitBroker rabbit);
    }

    private final Fault fault;

    OneBrokerAway(Fault fault) {
        this.fault = fault;
    }

    @Override
    public int number() {
        return fault.number;
    }

    @Override
    public String title() {
        return fault.title;
    }

    @Override
    public String injected(Scale scale) {
        return "%s, for %d s, %d times, in an application with %d topics of each broker"
                .formatted(fault.injected, time(scale).toSeconds(), times(scale), TOPICS);
    }

    @Override
    public String invariant() {
        return "lost 0; no attempt used up, and no dead letter; the other broker's topics keep a p99 lateness ≤ 500 ms";
    }

    @Override
    public boolean isPossible() {
        return RabbitBroker.isInstalled();
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static Duration time(Scale scale) {
        return scale.of(Duration.ofSeconds(6), Duration.ofSeconds(30));
    }

    private static int times(Scale scale) {
        return scale.of(1, 3);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Rounds told = new Rounds();
        // One that others use stays up.
        if (fault == Fault.KAFKA_DOWN) {
            try (KafkaBroker kafka = KafkaBroker.start()) {
                run(lab, kafka, told);
            }
        } else {
            run(lab, lab.kafka(), told);
        }
        Audit audit = lab.audit();
        told.must(audit.mostAttempts() == 1, "attempts: %d", audit.mostAttempts());
        told.must(audit.buried().isEmpty(), "dead letters: %d", audit.buried().size());
        told.lateness(
                fault.there + " while " + fault.away + " is away:",
                lab.audit(id -> id.startsWith(fault.there)).lateness(),
                P99,
                time(lab.scale()).dividedBy(4));
        told.terms("2 brokers");
        return told.addTo(Outcome.of(times(lab.scale()), audit));
    }

    private void run(Lab lab, KafkaBroker kafka, Rounds told) throws Exception {
        topics(KAFKA).forEach(topic -> kafka.createTopic(topic, 1));
        List<Flow> flows = new ArrayList<>();
        List<KafkaReceiver> receivers = new ArrayList<>();
        LedgerFile ofKafka = lab.ledger(KAFKA + "-receiver");
        LedgerFile ofRabbit = lab.ledger(RABBIT + "-receiver");
        for (String topic : topics(KAFKA)) {
            receivers.add(KafkaReceiver.start(kafka.bootstrapServers(), topic, ofKafka));
        }
        try (RedisServer redis = RedisServer.start();
                RabbitBroker rabbit = RabbitBroker.start();
                RabbitReceiver receiver = RabbitReceiver.start(rabbit, topics(RABBIT), ofRabbit);
                Dispatch dispatch = new Dispatch(redis, kafka, rabbit, topics(KAFKA))) {
            LedgerFile ledger = lab.ledger("sender");
            dispatch.start(ledger);
            for (String broker : List.of(KAFKA, RABBIT)) {
                for (String topic : topics(broker)) {
                    flows.add(Flow.start(dispatch.application.queue(), topic, PER_SECOND, ledger));
                }
            }
            LedgerFile receipts = fault.away.equals(KAFKA) ? ofKafka : ofRabbit;
            for (int time = 0; time < times(lab.scale()); time++) {
                receipts.awaitArrivals(PER_SECOND * TOPICS);
                fault.begin(kafka, rabbit);
                Pause.of(time(lab.scale()));
                fault.end(kafka, rabbit);
                told.bound("first message after it was back:", receipts.awaitArrivals(1), GOES_ON);
            }
            receipts.awaitArrivals(PER_SECOND * TOPICS);
            for (Flow flow : flows) {
                flow.close();
                told.must(flow.surprises().isEmpty(), "sends failed: %s", flow.surprises());
            }
            for (String topic : topics(KAFKA)) {
                lab.awaitDrained(dispatch.application.queue(), topic, Traffic.PATIENCE);
            }
            for (String topic : topics(RABBIT)) {
                lab.awaitDrained(dispatch.application.queue(), topic, Traffic.PATIENCE);
            }
            receiver.awaitMessages(flows.subList(TOPICS, 2 * TOPICS).stream()
                    .mapToInt(Flow::accepted)
                    .sum());
            receivers.forEach(KafkaReceiver::awaitEnd);
        } finally {
            for (KafkaReceiver receiver : receivers) {
                receiver.close();
            }
        }
    }

    private List<String> topics(String broker) {
        return IntStream.range(0, TOPICS)
                .mapToObj(i -> broker + "-" + fault.number + "-" + i)
                .toList();
    }

    /** The application, with a consumer for each broker. */
    private static final class Dispatch implements AutoCloseable {

        private final Application application;
        private final DelayQueueMessageConsumer kafka;
        private final CachingConnectionFactory connections;
        private final RabbitSimpleMessageProducer producer;
        private final DelayQueueMessageConsumer rabbit;

        private Dispatch(RedisServer redis, KafkaBroker kafka, RabbitBroker rabbit, List<String> topics) {
            this.application = Application.of(redis.uri(), "brokers");
            this.kafka = application.toKafka(DispatchSettings.DEFAULTS, kafka.bootstrapServers(), topics);
            this.connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
            this.producer = RabbitSimpleMessageProducer.from(
                    connections, RabbitRoute.QUEUE_OF_TOPIC, "application/json", DispatchSettings.DEFAULTS.lease());
            this.rabbit = new RabbitDelayQueueMessageConsumer(producer);
        }

        private void start(LedgerFile ledger) {
            var unused = application.dispatching(
                    DispatchSettings.DEFAULTS,
                    topic -> TopicRule.PLAIN.withDestination(topic.startsWith(KAFKA) ? KAFKA : RABBIT),
                    new DispatchListener() {
                        @Override
                        public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
                            ledger.buried(message.id());
                        }
                    },
                    new ByTopic(Map.of(KAFKA, kafka, RABBIT, rabbit)),
                    UnaryOperator.identity());
        }

        @Override
        public void close() {
            application.close();
            producer.close();
            connections.destroy();
        }
    }

    private static final class ByTopic extends DelayQueueMessageConsumer {

        private final Map<String, DelayQueueMessageConsumer> consumers;

        private ByTopic(Map<String, DelayQueueMessageConsumer> consumers) {
            this.consumers = consumers;
        }

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
            of(topic).deliver(topic, messages);
        }

        @Override
        public int batchSize(String topic) {
            return of(topic).batchSize(topic);
        }

        @Override
        public boolean forwards(String topic) {
            return of(topic).forwards(topic);
        }

        private DelayQueueMessageConsumer of(String topic) {
            return consumers.get(topic.substring(0, topic.indexOf('-')));
        }
    }
}
