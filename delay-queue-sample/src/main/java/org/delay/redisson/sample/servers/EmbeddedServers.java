package org.delay.redisson.sample.servers;

import java.util.Map;
import org.delay.redisson.test.KafkaBroker;
import org.delay.redisson.test.RedisServer;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts a real Redis where {@value #REDIS} is not set, and a real Kafka where {@value #KAFKA} is not. They end with the
 * application, after everything that uses them.
 *
 * <p>An initializer, since logging is set up by then: started in {@code main}, the broker would print a thousand lines.
 */
final class EmbeddedServers implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final String REDIS = "spring.data.redis.url";
    private static final String KAFKA = "spring.kafka.bootstrap-servers";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!environment.containsProperty(REDIS)) {
            RedisServer redis = RedisServer.start();
            closeLast(context, "embeddedRedis", redis);
            set(environment, REDIS, redis.uri());
        }
        if (!environment.containsProperty(KAFKA)) {
            // A new group waits 3 s for more consumers by default.
            KafkaBroker kafka = KafkaBroker.builder()
                    .property("group.initial.rebalance.delay.ms", "0")
                    .start();
            closeLast(context, "embeddedKafka", kafka);
            set(environment, KAFKA, kafka.bootstrapServers());
        }
    }

    private static void set(ConfigurableEnvironment environment, String property, String value) {
        environment.getPropertySources().addFirst(new MapPropertySource(property, Map.of(property, value)));
    }

    /** What is registered first is destroyed last. */
    private static void closeLast(GenericApplicationContext context, String name, AutoCloseable server) {
        context.getDefaultListableBeanFactory().registerDisposableBean(name, server::close);
    }
}
