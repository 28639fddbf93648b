package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Whose client is used, and who closes it. */
class RedisClientChoiceTest {

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @Test
    void withoutAClientOfTheApplicationOneIsMadeAndClosed() {
        AtomicReference<RedissonClient> used = new AtomicReference<>();
        Runners.sendOnly(redis).run(context -> {
            RedisConnection connection = context.getBean(RedisConnection.class);
            assertThat(connection.isOwn()).isTrue();
            used.set(connection.client());
        });
        assertThat(used.get().isShutdown()).isTrue();
    }

    /** What spring.data.redis.* says does not matter then. */
    @Test
    void theOnlyClientIsUsedAndNotClosed() {
        RedissonClient client = client();
        try {
            Runners.plain()
                    .withPropertyValues("delay.redisson.auto-startup=false", "spring.data.redis.url=nonsense")
                    .withBean(
                            RedissonClient.class,
                            () -> client,
                            bean -> ((AbstractBeanDefinition) bean).setDestroyMethodName(""))
                    .run(context -> assertThat(
                                    context.getBean(RedisConnection.class).client())
                            .isSameAs(client));
            assertThat(client.isShutdown()).isFalse();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void oneOfTwoIsUsedThatIsMarked() {
        Runners.sendOnly(redis)
                .withUserConfiguration(One.class, Marked.class)
                .run(context -> assertThat(
                                context.getBean(RedisConnection.class).client())
                        .isSameAs(context.getBean("marked")));
    }

    @Test
    void oneOfTwoIsUsedThatIsPrimary() {
        Runners.sendOnly(redis)
                .withUserConfiguration(One.class, Prime.class)
                .run(context -> assertThat(
                                context.getBean(RedisConnection.class).client())
                        .isSameAs(context.getBean("prime")));
    }

    /** One that the application hides from its own injection points can be marked all the same. */
    @Test
    void aMarkedClientNeedNotBeACandidateForOthers() {
        Runners.sendOnly(redis)
                .withUserConfiguration(Hidden.class)
                .run(context -> assertThat(
                                context.getBean(RedisConnection.class).client())
                        .isSameAs(context.getBean("hidden")));
    }

    @Test
    void twoWithoutAMarkAreRefused() {
        Runners.sendOnly(redis).withUserConfiguration(One.class, Two.class).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription()).contains("RedissonClient", "one", "two");
            assertThat(analysis.getAction()).contains("@ForDelayQueue", "@Primary");
        });
    }

    @Test
    void twoMarkedOnesAreRefused() {
        Runners.sendOnly(redis)
                .withUserConfiguration(Marked.class, AlsoMarked.class)
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("marked", "alsoMarked"));
    }

    private static RedissonClient client() {
        Config config = new Config();
        config.setNettyThreads(1).setThreads(1).setLazyInitialization(true);
        config.useSingleServer().setAddress(redis.uri()).setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    @Configuration(proxyBeanMethods = false)
    static class One {

        @Bean(destroyMethod = "shutdown")
        RedissonClient one() {
            return client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {

        @Bean(destroyMethod = "shutdown")
        RedissonClient two() {
            return client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean(destroyMethod = "shutdown")
        @ForDelayQueue
        RedissonClient marked() {
            return client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AlsoMarked {

        @Bean(destroyMethod = "shutdown")
        @ForDelayQueue
        RedissonClient alsoMarked() {
            return client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prime {

        @Bean(destroyMethod = "shutdown")
        @Primary
        RedissonClient prime() {
            return client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Hidden {

        @Bean(destroyMethod = "shutdown", defaultCandidate = false)
        @ForDelayQueue
        RedissonClient hidden() {
            return client();
        }
    }
}
