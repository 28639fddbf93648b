package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.rabbit.RabbitDelayQueueMessageConsumer;
import org.delay.redisson.rabbit.RabbitRoute;
import org.delay.redisson.rabbit.RabbitSimpleMessageProducer;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Flow;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/** RabbitMQ works, but one topic's messages can't get where they are to go: those of other topics do not suffer. */
final class OneAddressBroken implements Scenario {

    /** One of them is broken. */
    private static final int TOPICS = DispatchSettings.DEFAULTS.workers();

    private static final int PER_SECOND = 25;

    private static final Duration P99 = Duration.ofMillis(500);

    /** What is broken of the first topic. */
    enum Fault {
        QUEUE_DELETED(36, "RabbitMQ's queue deleted under load", "the queue of one topic deleted"),
        WRONG_EXCHANGE(37, "RabbitMQ closes channels", "a route of one topic to an exchange that does not exist");

        private final int number;
        private final String title;
        private final String injected;

        Fault(int number, String title, String injected) {
            this.number = number;
            this.title = title;
            this.injected = injected;
        }
    }

    private final Fault fault;

    OneAddressBroken(Fault fault) {
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
        return "%s, for %d s, in an application with %d topics of RabbitMQ"
                .formatted(fault.injected, time(scale).toSeconds(), TOPICS);
    }

    @Override
    public String invariant() {
        return fault == Fault.QUEUE_DELETED
                ? "lost 0, no dead letter; other topics use up no attempt and keep a p99 lateness ≤ 500 ms"
                : "lost 0; no attempt used up, and no dead letter; other topics keep a p99 lateness ≤ 500 ms";
    }

    @Override
    public boolean isPossible() {
        return RabbitBroker.isInstalled();
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(2);
    }

    /** So short that attempts suffice: the tenth is after minutes. */
    private static Duration time(Scale scale) {
        return scale.of(Duration.ofSeconds(6), Duration.ofSeconds(30));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<String> topics = IntStream.range(0, TOPICS)
                .mapToObj(i -> "address-" + fault.number + "-" + i)
                .toList();
        String broken = topics.get(0);
        Rounds told = new Rounds();
        try (RedisServer redis = RedisServer.start();
                RabbitBroker rabbit = RabbitBroker.start();
                RabbitReceiver receiver = RabbitReceiver.start(rabbit, topics, lab.ledger("receiver"));
                Dispatch dispatch = Dispatch.start(redis, rabbit, route(broken), lab.ledger("sender"))) {
            run(lab, topics, receiver, dispatch, told);
        }
        Audit others = lab.audit(id -> !id.startsWith(broken + "-"));
        Audit all = lab.audit();
        told.must(all.buried().isEmpty(), "dead letters: %d", all.buried().size());
        told.must(others.mostAttempts() == 1, "attempts of other topics: %d", others.mostAttempts());
        told.must(
                fault == Fault.QUEUE_DELETED || all.mostAttempts() == 1,
                "attempts of the broken topic: %d",
                all.mostAttempts());
        told.lateness("other topics:", others.lateness(), P99, time(lab.scale()).dividedBy(4));
        told.terms(TOPICS + " topics");
        return told.addTo(Outcome.of(1, all));
    }

    private RabbitRoute route(String broken) {
        return RabbitRoute.byTopic(topic ->
                new Address(fault == Fault.WRONG_EXCHANGE && topic.equals(broken) ? exchange(broken) : "", topic));
    }

    private static String exchange(String topic) {
        return "exchange-of-" + topic;
    }

    private void run(Lab lab, List<String> topics, RabbitReceiver receiver, Dispatch dispatch, Rounds told)
            throws Exception {
        LedgerFile ledger = lab.ledger("flows");
        List<Flow> flows = new ArrayList<>();
        String broken = topics.get(0);
        for (String topic : topics.subList(1, TOPICS)) {
            flows.add(Flow.start(dispatch.application.queue(), topic, PER_SECOND, ledger));
        }
        if (fault == Fault.QUEUE_DELETED) {
            receiver.awaitMessages(PER_SECOND * TOPICS);
            // RabbitMQ confirms what is on its way to a queue while that is deleted, so nothing may be.
            receiver.delete(broken);
        }
        flows.add(Flow.start(dispatch.application.queue(), broken, PER_SECOND, ledger));
        Pause.of(time(lab.scale()));
        if (fault == Fault.QUEUE_DELETED) {
            receiver.receive(broken);
        } else {
            receiver.bind(exchange(broken), broken);
        }
        receiver.awaitMessages(PER_SECOND * TOPICS);
        int accepted = 0;
        for (Flow flow : flows) {
            flow.close();
            told.must(flow.surprises().isEmpty(), "sends failed: %s", flow.surprises());
            accepted += flow.accepted();
        }
        for (String topic : topics) {
            lab.awaitDrained(dispatch.application.queue(), topic, Traffic.PATIENCE);
        }
        receiver.awaitMessages(accepted);
    }

    /** The application. */
    private record Dispatch(
            Application application, CachingConnectionFactory connections, RabbitSimpleMessageProducer producer)
            implements AutoCloseable {

        private static Dispatch start(RedisServer redis, RabbitBroker rabbit, RabbitRoute route, LedgerFile ledger) {
            CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
            RabbitSimpleMessageProducer producer = RabbitSimpleMessageProducer.from(
                    connections, route, "application/json", DispatchSettings.DEFAULTS.lease());
            Application application = Application.of(redis.uri(), "addresses");
            var unused = application.dispatching(
                    DispatchSettings.DEFAULTS,
                    topic -> TopicRule.PLAIN.withDestination("rabbit"),
                    new DispatchListener() {
                        @Override
                        public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
                            ledger.buried(message.id());
                        }
                    },
                    new RabbitDelayQueueMessageConsumer(producer),
                    UnaryOperator.identity());
            return new Dispatch(application, connections, producer);
        }

        @Override
        public void close() {
            application.close();
            producer.close();
            connections.destroy();
        }
    }
}
