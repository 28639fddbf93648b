package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** When messages are dispatched, and by which threads. */
@ExtendWith(OutputCaptureExtension.class)
class DelayQueueLifecycleTest {

    /** Far more than a busy machine needs. */
    private static final Duration NOT_STUCK = Duration.ofMinutes(2);

    private static final Duration SOON = Duration.ofMillis(20);

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    private ApplicationContextRunner runner() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withBean(Collected.class);
    }

    @Test
    void startsLastAndStopsFirst() {
        runner().withUserConfiguration(WithPhases.class).run(context -> {
            assertThat(context.getBean(Phases.class).engineRanAtStart).isFalse();
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isTrue();
            assertThat(context.getBean(DelayQueueLifecycle.class).getPhase()).isEqualTo(Integer.MAX_VALUE);
            context.getSourceApplicationContext().stop();
            assertThat(context.getBean(Phases.class).engineRanAtStop).isFalse();
        });
    }

    @Test
    void canBeStoppedAndStartedAnyNumberOfTimes() {
        runner().run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            for (int round = 0; round < 3; round++) {
                application.stop();
                assertThat(context.getBean(DispatchEngine.class).isRunning()).isFalse();
                context.getBean(DelayQueueMessageProducer.class).sendMessage("restarted", "round " + round, SOON);
                application.start();
                assertThat(next(context).body()).isEqualTo("round " + round);
            }
        });
    }

    @Test
    void otherInstancesLearnTheApplicationsName() {
        runner().withPropertyValues("spring.application.name=Order service")
                .run(context -> await().atMost(NOT_STUCK)
                        .untilAsserted(() -> assertThat(
                                        context.getBean(DelayQueueMessage.class).instances())
                                .extracting(Instance::application)
                                .containsExactly("Order service")));
    }

    @Test
    void anApplicationWithAStrangeNameOrNoneStarts() {
        runner().withPropertyValues("spring.application.name=" + "strange\tname ".repeat(30))
                .run(context -> await().atMost(NOT_STUCK).untilAsserted(() -> {
                    assertThat(context.getBean(DelayQueueMessage.class).instances())
                            .extracting(Instance::application)
                            .allSatisfy(name -> assertThat(name).startsWith("strange name "))
                            .hasSize(1);
                }));
        runner().run(context -> await().atMost(NOT_STUCK)
                .untilAsserted(() -> assertThat(
                                context.getBean(DelayQueueMessage.class).instances())
                        .extracting(Instance::application)
                        .containsExactly("")));
    }

    @Test
    void aStoppedApplicationIsNoInstance() {
        runner().run(context -> {
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(NOT_STUCK)
                    .untilAsserted(() -> assertThat(queue.instances()).hasSize(1));
            context.getSourceApplicationContext().stop();
            await().atMost(NOT_STUCK)
                    .untilAsserted(() -> assertThat(queue.instances()).isEmpty());
        });
    }

    /** As the tests of Spring do with a cached context. */
    @Test
    void canBePausedAndRestarted() {
        runner().run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            application.pause();
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isFalse();
            application.restart();
            context.getBean(DelayQueueMessageProducer.class).sendMessage("paused", "again", SOON);
            assertThat(next(context).body()).isEqualTo("again");
        });
    }

    @Test
    void lazyInitializationStillDispatches() {
        runner().withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context.getSourceApplicationContext()
                                    .getBeanFactory()
                                    .containsSingleton("delayQueueMessageProducer"))
                            .isFalse();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("lazy", "hello", SOON);
                    assertThat(next(context).body()).isEqualTo("hello");
                });
    }

    @Test
    void anApplicationThatOnlySendsNeedsNoConsumer(CapturedOutput output) {
        Runners.sendOnly(redis).run(context -> {
            assertThat(context.getBean(DelayQueueLifecycle.class).isRunning()).isFalse();
            context.getBean(DelayQueueMessageProducer.class).sendMessage("sent-only", "a", Duration.ofHours(1));
            assertThat(context.getBean(DelayQueueMessage.class)
                            .counts("sent-only")
                            .due())
                    .isOne();
            context.getSourceApplicationContext().start();
            assertThat(context.getBean(DelayQueueLifecycle.class).isRunning()).isFalse();
        });
        assertThat(output).contains("sends to service 'tests'");
    }

    /** A consumer that is there all the same waits until somebody starts it. */
    @Test
    void whatDoesNotStartByItselfCanBeStarted() {
        runner().withPropertyValues("delay.redisson.auto-startup=false").run(context -> {
            assertThat(context.getBean(DelayQueueLifecycle.class).isRunning()).isFalse();
            context.getBean(DelayQueueMessageProducer.class).sendMessage("by-hand", "a", SOON);
            context.getBean(DelayQueueLifecycle.class).start();
            assertThat(next(context).topic()).isEqualTo("by-hand");
        });
    }

    @Test
    void twoApplicationsInOneJvmDoNotMeet() {
        runner().run(one -> runner().withPropertyValues("delay.redisson.register-service=others")
                .run(other -> {
                    one.getBean(DelayQueueMessageProducer.class).sendMessage("two", "for one", SOON);
                    other.getBean(DelayQueueMessageProducer.class).sendMessage("two", "for the other", SOON);
                    assertThat(next(one).body()).isEqualTo("for one");
                    assertThat(next(other).body()).isEqualTo("for the other");
                    other.getSourceApplicationContext().close();
                    one.getBean(DelayQueueMessageProducer.class).sendMessage("two", "still", SOON);
                    assertThat(next(one).body()).isEqualTo("still");
                }));
    }

    @Test
    void whatCannotEndInTimeIsHandedBack() {
        CountDownLatch begun = new CountDownLatch(1);
        Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1s")
                .withBean(DelayQueueMessageConsumer.class, () -> new Endless(begun))
                .run(context -> {
                    DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("endless", "a", Duration.ZERO);
                    begun.await();
                    assertTimeout(
                            NOT_STUCK,
                            () -> context.getBean(DelayQueueLifecycle.class).stop());
                    await().untilAsserted(() ->
                            assertThat(queue.counts("endless").due()).isOne());
                });
    }

    /** It waits for as long as there is somebody to wait for, and takes none of the handlers' time. */
    @Test
    void aWarmUpThatDoesNotEndDoesNotKeepTheEngineFromStopping() {
        runner().withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=10m")
                .withUserConfiguration(Stubborn.class)
                .run(context -> assertTimeout(
                        NOT_STUCK,
                        () -> context.getBean(DelayQueueLifecycle.class).stop()));
    }

    /** Redis may not be there yet. */
    @Test
    void theStartingThreadDoesNotAskTheQueue() {
        Thread starting = Thread.currentThread();
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        List<String> asked = new CopyOnWriteArrayList<>();
        DelayQueueMessage watched = (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    boolean isRemote = method.getDeclaringClass() != Object.class
                            && !method.getName().equals("service");
                    if (Thread.currentThread() == starting && isRemote) {
                        asked.add(method.getName());
                    }
                    return method.invoke(queue, arguments);
                });
        runner().withBean(DelayQueueMessage.class, () -> watched)
                .run(context -> assertThat(asked).isEmpty());
    }

    @Test
    void twoConsumersAreRefusedUnlessOneIsMarked() {
        runner().withUserConfiguration(MarkedConsumer.class).run(context -> {
            context.getBean(DelayQueueMessageProducer.class).sendMessage("marked", "a", SOON);
            assertThat(context.getBean("marked", Collected.class)
                            .next()
                            .message()
                            .body())
                    .isEqualTo("a");
        });
        runner().withBean("another", Collected.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("DelayQueueMessageConsumer", "another"));
    }

    @Test
    void blockingReceivesAreRefusedMeanwhile() {
        runner().run(context -> assertThatIllegalStateException()
                .isThrownBy(() -> context.getBean(DelayQueueMessage.class).getDelayQueue("received")));
    }

    @Test
    void workersAreNamedDaemons() {
        runner().run(context -> {
            context.getBean(DelayQueueMessageProducer.class).sendMessage("threads", "a", SOON);
            Thread thread = context.getBean(Collected.class).next().thread();
            assertThat(thread.getName()).startsWith("delay-queue-tests-");
            assertThat(thread.isDaemon()).isTrue();
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void workersAreVirtualWhereTheApplicationsThreadsAre(CapturedOutput output) {
        runner().withPropertyValues("spring.threads.virtual.enabled=true").run(context -> {
            context.getBean(DelayQueueMessageProducer.class).sendMessage("virtual", "a", SOON);
            Thread thread = context.getBean(Collected.class).next().thread();
            assertThat(thread.getName()).startsWith("delay-queue-tests-");
            assertThat(Thread.class.getMethod("isVirtual").invoke(thread)).isEqualTo(true);
        });
        assertThat(output).contains("on virtual threads");
    }

    @Test
    void saysWhatStarts(CapturedOutput output) {
        runner().run(context -> {});
        assertThat(output)
                .contains("service 'tests' to collected with 4 workers")
                .doesNotContain("is not set");
    }

    /** Nothing has started where the check fails. */
    @Test
    void saysNothingWhereItDoesNotStart(CapturedOutput output) {
        redis.terminate();
        Runners.sendOnly(redis).run(context -> assertThat(context).hasFailed());
        assertThat(output).doesNotContain("sends to service");
    }

    @Test
    void warnsOfTheDefaultService(CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                .withPropertyValues("delay.redisson.enable=true", "spring.data.redis.port=" + redis.port())
                .withBean(Collected.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("'delay.redisson.register-service' is not set");
    }

    private static DelayedMessage next(ApplicationContext context) {
        return context.getBean(Collected.class).next().message();
    }

    @Configuration(proxyBeanMethods = false)
    static class WithPhases {

        @Bean
        Phases phases(DispatchEngine engine) {
            return new Phases(engine);
        }
    }

    /** Starts as late and stops as early as anything but the delay queue. */
    static class Phases implements SmartLifecycle {

        private final DispatchEngine engine;
        private boolean engineRanAtStart;
        private boolean engineRanAtStop;
        private boolean running;

        Phases(DispatchEngine engine) {
            this.engine = engine;
        }

        @Override
        public void start() {
            engineRanAtStart = engine.isRunning();
            running = true;
        }

        @Override
        public void stop() {
            engineRanAtStop = engine.isRunning();
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return Integer.MAX_VALUE - 1;
        }
    }

    /** Waits for what never comes. */
    static class Endless extends DelayQueueMessageConsumer {

        private final CountDownLatch begun;

        Endless(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
            begun.countDown();
            new CountDownLatch(1).await();
        }
    }

    /** Ends when the engine has, whoever interrupts it. */
    @Configuration(proxyBeanMethods = false)
    static class Stubborn {

        @Bean
        WarmUp stubborn(ObjectProvider<DispatchEngine> engine) {
            return () -> {
                while (engine.getObject().isRunning()) {
                    LockSupport.parkNanos(1_000_000);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedConsumer {

        @Bean
        @ForDelayQueue
        Collected marked() {
            return new Collected();
        }
    }
}
