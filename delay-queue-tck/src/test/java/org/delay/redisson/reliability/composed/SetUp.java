package org.delay.redisson.reliability.composed;

import static org.delay.redisson.reliability.composed.Space.magnitude;
import static org.delay.redisson.reliability.composed.Space.one;
import static org.delay.redisson.reliability.composed.Space.time;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Terms of how an application is set up. */
final class SetUp {

    static final List<Function<Random, Term>> TERMS = List.of(
            SetUp::workers,
            SetUp::shards,
            SetUp::lease,
            SetUp::processingTime,
            SetUp::batch,
            SetUp::instances,
            SetUp::retry,
            SetUp::sweep,
            SetUp::threads,
            SetUp::connections,
            SetUp::producer);

    private SetUp() {}

    private static Term workers(Random random) {
        int workers = magnitude(random, 1, 16);
        return Term.of(
                plan -> plan.settings(
                        settings -> settings.toBuilder().workers(workers).build()),
                "%d workers",
                workers);
    }

    private static Term shards(Random random) {
        int shards = magnitude(random, 1, 32);
        return Term.of(plan -> plan.shards = shards, "%d shards", shards);
    }

    private static Term lease(Random random) {
        Duration lease = time(random, Duration.ofSeconds(1), Duration.ofSeconds(20));
        return Term.of(
                plan -> plan.settings(
                        settings -> settings.toBuilder().lease(lease).build()),
                "lease %s",
                lease);
    }

    private static Term processingTime(Random random) {
        Duration most = time(random, Duration.ofMillis(300), Duration.ofSeconds(30));
        return Term.of(
                plan -> plan.settings(
                        settings -> settings.toBuilder().maxProcessingTime(most).build()),
                "processing time %s",
                most);
    }

    private static Term batch(Random random) {
        int claim = magnitude(random, 1, 200);
        int consumer = magnitude(random, 1, 20);
        return Term.of(
                plan -> {
                    plan.settings(settings ->
                            settings.toBuilder().maxClaimMessages(claim).build());
                    plan.consumerBatch = consumer;
                },
                "claims of %d, calls of %d messages",
                claim,
                consumer);
    }

    private static Term instances(Random random) {
        int instances = 1 + random.nextInt(3);
        return Term.of(plan -> plan.instances = instances, "%d instances", instances);
    }

    private static Term retry(Random random) {
        int attempts = 1 + random.nextInt(8);
        int leaseExpirations = 3 + random.nextInt(3);
        return Term.of(
                plan -> plan.settings(settings -> settings.toBuilder()
                        .maxLeaseExpirations(leaseExpirations)
                        .retry(settings.retry().withMaxAttempts(attempts))
                        .build()),
                "%d attempts, %d expiries",
                attempts,
                leaseExpirations);
    }

    private static Term sweep(Random random) {
        Duration sweep = time(random, Duration.ofMillis(50), Duration.ofSeconds(2));
        return Term.of(
                plan -> plan.settings(
                        settings -> settings.toBuilder().sweep(sweep).build()),
                "sweep %s",
                sweep);
    }

    private static Term threads(Random random) {
        boolean virtual = random.nextBoolean();
        return Term.of(plan -> plan.virtualThreads = virtual, "virtual threads where there are any: %s", virtual);
    }

    private static Term connections(Random random) {
        int connections = magnitude(random, 1, 16);
        return Term.of(plan -> plan.connections = connections, "%d connections to Redis", connections);
    }

    private static Term producer(Random random) {
        Map.Entry<String, Object> setting = one(
                random,
                List.of(
                        Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, magnitude(random, 1 << 14, 1 << 25)),
                        Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, magnitude(random, 1, 1 << 20)),
                        Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip"),
                        Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, magnitude(random, 100, 10_000)),
                        Map.entry(ProducerConfig.METADATA_MAX_AGE_CONFIG, magnitude(random, 100, 10_000)),
                        Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, magnitude(random, 1 << 18, 1 << 22))));
        return Term.of(
                plan -> {
                    plan.producer.put(setting.getKey(), setting.getValue());
                    plan.addKafka();
                },
                "Kafka's %s",
                setting);
    }
}
