package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.NameMatchMethodPointcutAdvisor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MeterRegistryCustomizer;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** What stands around the queue changes nothing of what its callers see. */
@ExtendWith(OutputCaptureExtension.class)
class QueueInterceptionTest {

    private static final Duration LATER = Duration.ofHours(1);

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
    void anInterceptorsErrorNeitherFailsASendNorReportsItAsFailed(CapturedOutput output) {
        Watching watching = new Watching();
        Runners.sendOnly(redis)
                .withBean("broken", QueueInterceptor.class, Broken::new)
                .withBean("watching", QueueInterceptor.class, () -> watching)
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);

                    assertThat(producer.sendMessage(message("a"))).isNotNull();
                    assertThat(producer.sendMessageAsync(message("b")).join()).isNotNull();
                    assertThat(producer.cancel("orders", "a")).isEqualTo(CancelResult.CANCELLED);
                });
        assertThat(watching.ends).containsExactly("1 null", "1 null");
        assertThat(output).contains("Broken");
    }

    @Test
    void anAdvisorMayStandAroundTheQueueAsWell() {
        Watching watching = new Watching();
        Runners.sendOnly(redis)
                .withBean("watching", QueueInterceptor.class, () -> watching)
                .withUserConfiguration(Advised.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage(message("advised"));
                    assertThat(context.getBean(Advice.class).calls).hasValue(1);
                });
        assertThat(watching.ends).containsExactly("1 null");
    }

    @Test
    void anAdvisorMayStandAroundTheHealthIndicator() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(DelayQueueHealthAutoConfiguration.class))
                .run(context -> {
                    ProxyFactory factory = new ProxyFactory(context.getBean(HealthIndicator.class));
                    factory.setProxyTargetClass(true);
                    assertThat(((HealthIndicator) factory.getProxy()).health()).isNotNull();
                });
    }

    /** Which is before the processor that gives the registry its tags. */
    @Test
    void aPostProcessorThatSendsDoesNotMakeTheMeterRegistryTooEarly() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(
                        MetricsAutoConfiguration.class,
                        CompositeMeterRegistryAutoConfiguration.class,
                        SimpleMetricsExportAutoConfiguration.class,
                        DelayQueueMetricsAutoConfiguration.class))
                .withUserConfiguration(SendingPostProcessor.class, SendingCustomizer.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage(message("tagged"));
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get(DelayQueueMeter.SCHEDULED.getName())
                                    .tag("region", "north")
                                    .counter()
                                    .count())
                            .isOne();
                });
    }

    /** That send has no meters; all later ones have. */
    @Test
    void whoSendsWhileTheRegistryIsMadeDoesNotKeepLaterSendsFromTheirMeters() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(
                        MetricsAutoConfiguration.class,
                        CompositeMeterRegistryAutoConfiguration.class,
                        SimpleMetricsExportAutoConfiguration.class,
                        DelayQueueMetricsAutoConfiguration.class))
                .withUserConfiguration(ImpatientCustomizer.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(DelayQueueMessage.class).find("orders", "early"))
                            .isPresent();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage(message("late"));
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get(DelayQueueMeter.SCHEDULED.getName())
                                    .counter()
                                    .count())
                            .isOne();
                });
    }

    @Test
    void anObservationHandlerMaySend() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class, DelayQueueObservationAutoConfiguration.class))
                .withUserConfiguration(SendingHandler.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage(message("observed"));
                    assertThat(context.getBean(SendingHandler.Handler.class).stopped)
                            .contains(ObservedSends.NAME);
                });
    }

    private static OutgoingMessage message(String id) {
        return OutgoingMessage.to("orders").id(id).body("text").delay(LATER).build();
    }

    @Configuration(proxyBeanMethods = false)
    static class Advised {

        @Bean
        static DefaultAdvisorAutoProxyCreator proxies() {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(true);
            return creator;
        }

        @Bean
        static Advice advice() {
            return new Advice();
        }

        @Bean
        static NameMatchMethodPointcutAdvisor advisor(Advice advice) {
            NameMatchMethodPointcutAdvisor advisor = new NameMatchMethodPointcutAdvisor(advice);
            advisor.setMappedName("schedule");
            advisor.setClassFilter(DelayQueueMessage.class::isAssignableFrom);
            return advisor;
        }
    }

    static class Advice implements MethodInterceptor {

        final AtomicInteger calls = new AtomicInteger();

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            calls.incrementAndGet();
            return invocation.proceed();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SendingPostProcessor {

        @Bean
        static BeanPostProcessor early(DelayQueueMessageProducer producer) {
            return new Early(producer);
        }

        record Early(DelayQueueMessageProducer producer) implements BeanPostProcessor, Ordered {

            @Override
            public int getOrder() {
                return 0;
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SendingCustomizer {

        @Bean
        MeterRegistryCustomizer<MeterRegistry> region(DelayQueueMessageProducer producer) {
            return registry -> registry.config().commonTags("region", producer == null ? "nowhere" : "north");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ImpatientCustomizer {

        @Bean
        MeterRegistryCustomizer<MeterRegistry> region(DelayQueueMessageProducer producer) {
            return registry -> producer.sendMessage(message("early"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SendingHandler {

        @Bean
        Handler handler(DelayQueueMessageProducer producer) {
            return new Handler(producer, new CopyOnWriteArrayList<>());
        }

        record Handler(DelayQueueMessageProducer producer, List<String> stopped)
                implements ObservationHandler<Observation.Context> {

            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        }
    }

    /** Fails where it can, as a library does that is there in a wrong version. */
    static class Broken implements QueueInterceptor {

        @Override
        public Sending sending(Collection<OutgoingMessage> messages) {
            return new Sending() {
                @Override
                public Collection<OutgoingMessage> messages() {
                    return messages;
                }

                @Override
                public void ended(List<Receipt> accepted, @Nullable Throwable thrown) {
                    throw new NoSuchMethodError("on purpose");
                }
            };
        }

        @Override
        public void cancelled(String topic, CancelResult result) {
            throw new NoSuchMethodError("on purpose");
        }

        @Override
        public String toString() {
            return "Broken";
        }
    }

    /** Remembers how sends end. */
    static class Watching implements QueueInterceptor {

        final List<String> ends = new CopyOnWriteArrayList<>();

        @Override
        public Sending sending(Collection<OutgoingMessage> messages) {
            return new Sending() {
                @Override
                public Collection<OutgoingMessage> messages() {
                    return messages;
                }

                @Override
                public void ended(List<Receipt> accepted, @Nullable Throwable thrown) {
                    ends.add(accepted.size() + " " + thrown);
                }
            };
        }
    }
}
