package org.delay.redisson.reliability;

import java.time.Duration;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.KafkaReceiver;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;

/** Kafka is down, slow, and answers late. */
final class KafkaUnwell implements Scenario {

    private static final String TOPIC = "kafka-unwell";

    private static final int PER_SECOND = 200;

    /** So short that deliveries are given up meanwhile: Kafka has two thirds of it. */
    private static final DispatchSettings SETTINGS =
            DispatchSettings.builder().lease(Duration.ofSeconds(12)).build();

    @Override
    public int number() {
        return 12;
    }

    @Override
    public String title() {
        return "Kafka unwell";
    }

    @Override
    public String injected(Scale scale) {
        return ("the broker down for %,d s; then slow (50 ms and 200 kB/s) for %,d s; then its answers held back for %,d s,"
                        + " longer than a delivery may take")
                .formatted(
                        down(scale).toSeconds(),
                        slow(scale).toSeconds(),
                        late(scale).toSeconds());
    }

    @Override
    public String invariant() {
        return "lost 0; no attempts used up; resumes automatically";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(8);
    }

    private static Duration down(Scale scale) {
        return scale.of(Duration.ofSeconds(10), Duration.ofMinutes(5));
    }

    private static Duration slow(Scale scale) {
        return scale.of(Duration.ofSeconds(3), Duration.ofMinutes(1));
    }

    private static Duration late(Scale scale) {
        return scale.of(Duration.ofSeconds(10), Duration.ofMinutes(1));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        try (Proxy proxy = Proxy.toNobody();
                KafkaBroker kafka = KafkaBroker.builder()
                        .property(
                                "advertised.listeners",
                                "CLIENT://127.0.0.1:%d,EXTERNAL://127.0.0.1:1".formatted(proxy.port()))
                        .start();
                RedisServer redis = RedisServer.start()) {
            String address = kafka.bootstrapServers();
            proxy.leadTo(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
            kafka.createTopic(TOPIC, 1);
            LedgerFile receipts = lab.ledger("receiver");
            try (KafkaReceiver receiver = KafkaReceiver.start(address, TOPIC, receipts);
                    Traffic traffic = Traffic.start(
                            lab,
                            Application.of(redis.uri(), TOPIC),
                            TOPIC,
                            PER_SECOND,
                            receipts,
                            (application, ledger) -> application.dispatchingToKafka(SETTINGS, address, TOPIC))) {
                kafka.stop();
                Pause.of(down(lab.scale()));
                kafka.restart();
                Duration first = traffic.awaitDeliveries(1);
                traffic.awaitDeliveries(PER_SECOND);
                proxy.slow(Duration.ofMillis(50), 200_000);
                Pause.of(slow(lab.scale()));
                proxy.passOn();
                traffic.awaitDeliveries(PER_SECOND);
                proxy.holdAnswers();
                Pause.of(late(lab.scale()));
                proxy.passOn();
                traffic.awaitDeliveries(PER_SECOND);
                traffic.drain();
                receiver.awaitEnd();
                receiver.close();
                traffic.close();
                Audit audit = lab.audit();
                return traffic.judge(Outcome.of(3, audit))
                        .must(audit.mostAttempts() == 1, "attempts: %d", audit.mostAttempts())
                        .note("first record %,d ms after the broker was back", first.toMillis());
            }
        }
    }
}
