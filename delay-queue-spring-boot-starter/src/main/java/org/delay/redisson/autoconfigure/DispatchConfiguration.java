package org.delay.redisson.autoconfigure;

import java.time.Duration;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.Housekeeping;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.FigureRecorder;
import org.delay.redisson.listener.DelayQueueListeners;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Takes messages from the queue to the consumer. The engine is lazy: an application that only sends has none. */
@Configuration(proxyBeanMethods = false)
class DispatchConfiguration {

    static final String ENGINE = "delayQueueDispatchEngine";
    static final String LIFECYCLE = "delayQueueLifecycle";

    @Bean
    @Lazy
    ApplicationEvents delayQueueApplicationEvents(ApplicationEventPublisher publisher) {
        return new ApplicationEvents(publisher);
    }

    @Bean
    @Lazy
    FigureRecorder delayQueueFigureRecorder(DelayQueueMessage queue) {
        return new FigureRecorder(queue);
    }

    @Bean
    @Lazy
    WorkerThreads delayQueueWorkerThreads(Environment environment, RedissonDelayProperties properties) {
        return WorkerThreads.of(environment, properties.service());
    }

    @Bean
    @Lazy
    ConsumerSource delayQueueConsumerSource(
            @ForDelayQueue ObjectProvider<DelayQueueMessageConsumer> markedConsumers,
            ObjectProvider<DelayQueueMessageConsumer> consumers,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<BrokerTopics.Envelopes> envelopes,
            ObjectProvider<DelayQueueListeners> listeners,
            RedissonDelayProperties properties) {
        return new ConsumerSource(
                new ConsumerBeans(markedConsumers, consumers, beans),
                new Routes(properties.routes()),
                envelopes,
                listeners,
                properties.service());
    }

    @Bean
    @Lazy
    RoutedTopics delayQueueRoutedTopics(
            ObjectProvider<DelayQueueListeners> listeners, RedissonDelayProperties properties) {
        return new RoutedTopics(new Routes(properties.routes()), listeners);
    }

    /** None where nobody receives, and nobody has to. */
    @Bean(ENGINE)
    @Lazy
    @ConditionalOnMissingBean
    @Nullable
    DispatchEngine delayQueueDispatchEngine(
            DelayQueueMessage queue,
            ConsumerSource consumers,
            BodyConverter bodyConverter,
            ObjectProvider<ConsumerWrapper> wrappers,
            ObjectProvider<DispatchListener> listeners,
            ObjectProvider<PullDestination> pulled,
            WorkerThreads threads,
            Environment environment,
            RedissonDelayProperties properties) {
        DelayQueueMessageConsumer consumer = properties.autoStartup() ? consumers.required() : consumers.find();
        if (consumer == null) {
            return null;
        }
        return DispatchEngine.builder(queue, ConsumerWrapper.around(consumer, wrappers))
                .converter(bodyConverter)
                .settings(CoreSettings.dispatch(properties))
                .rules(consumers.rules())
                .pulled(pulled.getIfAvailable(() -> PullDestination.NONE))
                .listeners(listeners.orderedStream().toList())
                .workerThreads(threads.factory())
                .application(applicationName(environment))
                .routes(properties.routes())
                .build();
    }

    /** What other instances are told, who warn if it is not theirs; a strange name is no reason not to start. */
    private static String applicationName(Environment environment) {
        String name = environment.getProperty("spring.application.name", "").replaceAll("\\p{Cc}", " ");
        return name.substring(0, Math.min(name.length(), Checks.MAX_APPLICATION_LENGTH));
    }

    @Bean
    @Lazy
    @ConditionalOnBean(DelayQueueTopicRegistrar.class)
    @ConditionalOnMissingBean
    Housekeeping delayQueueHousekeeping(
            DelayQueueMessage queue, DelayQueueTopicRegistrar registrar, RedissonDelayProperties properties) {
        return new Housekeeping(queue, registrar, properties.deadLetterRetention());
    }

    @Bean
    @Lazy
    StartReport delayQueueStartReport(
            ConsumerSource consumers,
            DelayQueueListeners listeners,
            RedissonDelayProperties properties,
            WorkerThreads threads,
            ChosenParts parts) {
        return new StartReport(consumers, listeners, properties, threads, parts);
    }

    @Bean
    @Lazy
    ChosenParts delayQueueChosenParts(
            ObjectProvider<RedisConnection> connections,
            ObjectProvider<DelayQueueMessage> queues,
            BodyConverter converter) {
        return new ChosenParts(connections, queues, converter);
    }

    @Bean(LIFECYCLE)
    @ConditionalOnMissingBean
    DelayQueueLifecycle delayQueueLifecycle(
            ObjectProvider<DispatchEngine> engines,
            ObjectProvider<Housekeeping> housekeepers,
            ObjectProvider<WarmUp> warmUps,
            ObjectProvider<ListenerCheck> checks,
            ObjectProvider<StartReport> reports,
            RedissonDelayProperties properties,
            ObjectProvider<LifecycleProperties> shutdown) {
        return new DelayQueueLifecycle(
                properties.autoStartup(),
                new DispatchRun(engines, housekeepers, new WarmUpThread(warmUps)),
                checks,
                reports,
                stopWithin(shutdown.getIfAvailable(LifecycleProperties::new)));
    }

    /** A little less than what Spring Boot grants, so that the end is in order. */
    static Duration stopWithin(LifecycleProperties shutdown) {
        return shutdown.getTimeoutPerShutdownPhase().multipliedBy(9).dividedBy(10);
    }
}
