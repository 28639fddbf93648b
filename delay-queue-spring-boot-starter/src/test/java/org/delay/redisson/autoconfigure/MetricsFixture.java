package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Applications with meters. */
abstract class MetricsFixture {

    static final Duration LATER = Duration.ofHours(1);
    static final Duration LONG = Duration.ofMinutes(2);

    static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    static ApplicationContextRunner runner(String service) {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "delay.redisson.register-service=" + service,
                        "delay.redisson.metrics.refresh=100ms",
                        "delay.redisson.retry.delay=10ms");
    }

    static double counted(ApplicationContext context, DelayQueueMeter meter, String... tags) {
        var counter = context.getBean(MeterRegistry.class)
                .find(meter.getName())
                .tags(tags)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    static double gauge(ApplicationContext context, DelayQueueMeter meter, String topic) {
        MeterRegistry registry = context.getBean(MeterRegistry.class);
        // As a scrape does, which reads all of them.
        double unused = registry.get(DelayQueueMeter.TOPICS.getName()).gauge().value();
        var gauge = registry.find(meter.getName()).tag("topic", topic).gauge();
        return gauge == null ? Double.NaN : gauge.value();
    }

    static OutgoingMessage.Builder message(String id) {
        return OutgoingMessage.to("orders").id(id).body("text").delay(LATER);
    }
}
