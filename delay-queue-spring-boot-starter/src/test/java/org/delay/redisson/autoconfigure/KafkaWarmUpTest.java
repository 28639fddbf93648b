package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class KafkaWarmUpTest {

    private Predicate<String> toKafka = topic -> true;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final DelayQueueMessage watched = (DelayQueueMessage) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                asked.add(method.getName());
                return method.invoke(queue, arguments);
            });
    private final DelayQueueTopicRegistrar registrar = new DelayQueueTopicRegistrar() {
        @Override
        public void registrar(String topic) {}

        @Override
        public Set<String> pullAll() {
            return Set.of("orders", "bills");
        }
    };

    @Test
    void asksForEachTopic() {
        warmUp();
        assertThat(asked).containsExactly("counts", "counts");
    }

    /** An application that stops has no use for what is left of it. */
    @Test
    void endsWhenItIsInterrupted() {
        Thread.currentThread().interrupt();
        warmUp();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(asked).isEmpty();
    }

    /** To ask Kafka for a topic is to create it where the broker does that. */
    @Test
    void doesNotAskForTopicsThatGoElsewhere() {
        toKafka = "orders"::equals;
        warmUp();
        assertThat(asked).containsExactly("counts");
    }

    private void warmUp() {
        try (KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"), Duration.ofSeconds(30))) {
            StaticListableBeanFactory beans =
                    new StaticListableBeanFactory(Map.of("producer", producer, "registrar", registrar));
            new KafkaWarmUp(
                            beans.getBeanProvider(KafkaSimpleMessageProducer.class),
                            watched,
                            beans.getBeanProvider(DelayQueueTopicRegistrar.class),
                            toKafka)
                    .run();
        }
    }
}
