package org.delay.redisson.autoconfigure;

import org.delay.redisson.tck.server.RedisServer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts that have the delay queue switched on. */
final class Runners {

    private Runners() {}

    /** With nothing but the delay queue. */
    static ApplicationContextRunner plain() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                .withPropertyValues("delay.redisson.enable=true", "delay.redisson.register-service=tests");
    }

    /** With a Redis. */
    static ApplicationContextRunner on(RedisServer redis) {
        return plain().withPropertyValues(
                        "spring.data.redis.port=" + redis.port(),
                        // A busy machine may pause for seconds.
                        "spring.data.redis.timeout=15s");
    }

    /** With a Redis, and without need of a consumer. */
    static ApplicationContextRunner sendOnly(RedisServer redis) {
        return on(redis).withPropertyValues("delay.redisson.auto-startup=false");
    }
}
