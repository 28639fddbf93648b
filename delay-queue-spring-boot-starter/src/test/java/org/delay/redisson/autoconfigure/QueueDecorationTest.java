package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.Receipt;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Which decorators wrap the queue, in which order, and that a queue of the application's own has them too. */
class QueueDecorationTest {

    private static final Duration LATER = Duration.ofHours(1);

    private static final ApplicationContextRunner OWN_QUEUE = Runners.plain()
            .withPropertyValues("delay.redisson.auto-startup=false")
            .withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void aQueueOfTheApplicationsOwnHasMetersOfSendsAndClaims() {
        OWN_QUEUE.withUserConfiguration(One.class).run(context -> {
            context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
            context.getBean(DelayQueueMessage.class).addDelayQueue("text", 1, TimeUnit.HOURS, "orders");
            context.getBean(DispatchOperations.class)
                    .claim(new ClaimRequest(0, "orders", new ClaimId("claimer", 1), LATER, new ClaimLimit(1, 1)));

            assertThat(sends(context)).isEqualTo(2);
            assertThat(context.getBean(MeterRegistry.class)
                            .get(DelayQueueMeter.CLAIM.getName())
                            .tag("outcome", "empty")
                            .timer()
                            .count())
                    .isOne();
        });
    }

    @Test
    void decoratorsStackByTheirOrder() {
        List<String> calls = new CopyOnWriteArrayList<>();
        OWN_QUEUE
                .withUserConfiguration(One.class)
                .withBean("journal", QueueDecorator.class, () -> noting("journal", QueueDecorator.JOURNAL, calls))
                .withBean("own", QueueDecorator.class, () -> noting("own", QueueDecorator.APPLICATION, calls))
                .withBean("interceptor", QueueInterceptor.class, () -> new QueueInterceptor() {
                    @Override
                    public Sending sending(Collection<OutgoingMessage> messages) {
                        calls.add("observation");
                        return () -> messages;
                    }
                })
                .run(context -> {
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
                    assertThat(calls).containsExactly("own", "observation", "journal");
                });
    }

    @Test
    void everybodyGetsTheDecoratedQueue() {
        OWN_QUEUE.withUserConfiguration(One.class).run(context -> {
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            assertThat(queue).isNotSameAs(context.getBean(Stored.class).queue());
            assertThat(context.getBean(DispatchOperations.class)).isSameAs(queue);
            assertThat(context.getBean(DelayQueueMessageProducer.class))
                    .extracting("queue")
                    .isSameAs(queue);
        });
    }

    @Test
    void withoutDecoratorsTheQueueIsTheBeanItself() {
        Runners.plain()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .withUserConfiguration(One.class)
                .run(context ->
                        assertThat(context.getBean(DelayQueueMessage.class)).isInstanceOf(InMemoryDelayQueue.class));
    }

    @Test
    void aQueueThatIsMoreThanAQueueStaysThat() {
        Running[] made = new Running[1];
        OWN_QUEUE
                .withBean(DelayQueueMessage.class, () -> made[0] = new Running())
                .run(context -> {
                    assertThat(made[0].running).isTrue();
                    assertThat(context.getBean(DelayQueueMessage.class)).isInstanceOf(SmartLifecycle.class);
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
                    assertThat(sends(context)).isOne();
                });
        assertThat(made[0].running).isFalse();
        assertThat(made[0].closed).isTrue();
    }

    /** Whose sends would else count twice. */
    @Test
    void aQueueThatThePrimaryOneForwardsToIsLeftAlone() {
        OWN_QUEUE.withUserConfiguration(Two.class).run(context -> {
            context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
            assertThat(sends(context)).isOne();
            assertThat(context.getBean("store")).isInstanceOf(InMemoryDelayQueue.class);
        });
    }

    private static double sends(ApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .get(DelayQueueMeter.SCHEDULED.getName())
                .tag("topic", "orders")
                .counter()
                .count();
    }

    private static QueueDecorator noting(String name, int order, List<String> calls) {
        return new QueueDecorator() {
            @Override
            public DelayQueueMessage decorate(DelayQueueMessage queue) {
                return new ForwardingDelayQueue(queue) {
                    @Override
                    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
                        calls.add(name);
                        return super.schedule(messages);
                    }
                };
            }

            @Override
            public int order() {
                return order;
            }
        };
    }

    @Configuration(proxyBeanMethods = false)
    static class One {

        @Bean
        DelayQueueMessage store(Stored stored) {
            return stored.queue();
        }

        @Bean
        Stored stored() {
            return new Stored(InMemoryDelayQueue.builder().build());
        }
    }

    record Stored(InMemoryDelayQueue queue) {}

    @Configuration(proxyBeanMethods = false)
    static class Two extends One {

        @Bean
        @Primary
        DelayQueueMessage front(DelayQueueMessage store) {
            return new ForwardingDelayQueue(store) {};
        }
    }

    static class Running extends ForwardingDelayQueue implements SmartLifecycle, AutoCloseable {

        private volatile boolean running;
        private volatile boolean closed;

        Running() {
            super(InMemoryDelayQueue.builder().build());
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
