package org.delay.redisson.sample.servers;

import java.util.List;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.common.utils.Exit;
import org.delay.redisson.sample.OwnRedis;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts a real Redis and, if the application uses Kafka or RabbitMQ, a real one, unless properties name a server.
 * The servers stop with the application, after the beans that use them.
 *
 * <p>This is an initializer because logging is configured by then. If {@code main} started the broker, it would print a thousand lines.
 */
@Slf4j
final class EmbeddedServers implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final String REDIS = "spring.data.redis.url";
    private static final String KAFKA = "spring.kafka.bootstrap-servers";
    private static final String RABBIT = "spring.rabbitmq.port";

    private static final List<String> PLACES_OF_REDIS = List.of(
            REDIS, "spring.data.redis.host", "spring.data.redis.sentinel.master", "spring.data.redis.cluster.nodes");

    private static final List<String> PLACES_OF_RABBIT =
            List.of(RABBIT, "spring.rabbitmq.host", "spring.rabbitmq.addresses");

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (environment.matchesProfiles("rabbit")
                && PLACES_OF_RABBIT.stream().noneMatch(environment::containsProperty)) {
            RabbitBroker rabbit = startRabbit();
            closeLast(context, "embeddedRabbit", rabbit);
            set(environment, RABBIT, Integer.toString(rabbit.port()));
        }
        if (PLACES_OF_REDIS.stream().noneMatch(environment::containsProperty)) {
            RedisServer redis = RedisServer.start();
            closeLast(context, "embeddedRedis", redis);
            set(environment, REDIS, redis.uri());
            context.registerBean(OwnRedis.class, () -> new EmptiedRedis(redis.port()));
        }
        if (!environment.containsProperty(KAFKA) && environment.matchesProfiles("!plain & !rabbit")) {
            KafkaBroker kafka = startKafka();
            closeLast(context, "embeddedKafka", kafka);
            set(environment, KAFKA, kafka.bootstrapServers());
        }
    }

    private static RabbitBroker startRabbit() {
        if (!RabbitBroker.isInstalled()) {
            log.error("The profile 'rabbit' needs a rabbitmq-server on the PATH, or the address of one in "
                    + "--spring.rabbitmq.addresses. There is neither.");
            throw new SpringApplication.AbandonedRunException();
        }
        return RabbitBroker.start();
    }

    private static KafkaBroker startKafka() {
        // At the end of the JVM, Kafka's own hook would delete the files of a broker that is still running.
        Exit.setShutdownHookAdder((name, task) -> {});
        try {
            // By default, a new group waits 3 s for more consumers.
            return KafkaBroker.builder()
                    .property("group.initial.rebalance.delay.ms", "0")
                    .start();
        } finally {
            Exit.resetShutdownHookAdder();
        }
    }

    private static void set(ConfigurableEnvironment environment, String property, String value) {
        environment.getPropertySources().addFirst(new MapPropertySource(property, Map.of(property, value)));
    }

    /** The bean that is registered first is destroyed last. */
    private static void closeLast(GenericApplicationContext context, String name, AutoCloseable server) {
        context.getDefaultListableBeanFactory().registerDisposableBean(name, server::close);
    }
}
