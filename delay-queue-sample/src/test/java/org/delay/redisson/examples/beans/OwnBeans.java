package org.delay.redisson.examples.beans;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.autoconfigure.ForDelayQueue;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.examples.Order;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that take the place of the starter's. */
@Configuration(proxyBeanMethods = false)
class OwnBeans {

    // tag::client[]
    @Bean(destroyMethod = "shutdown")
    @ForDelayQueue
    RedissonClient queueRedisson(@Value("${queue.redis}") String address) {
        Config config = new Config();
        config.useSingleServer().setAddress(address);
        return Redisson.create(config);
    }
    // end::client[]

    // tag::converter[]
    @Bean
    BodyConverter commaSeparated() {
        return new BodyConverter() {
            @Override
            public String write(Object object) {
                Order order = (Order) object;
                return order.id() + "," + order.price();
            }

            @Override
            public <T> T read(String body, Class<T> type) {
                String[] fields = body.split(",", 2);
                return type.cast(new Order(fields[0], new BigDecimal(fields[1])));
            }
        };
    }
    // end::converter[]

    // tag::registrar[]
    @Bean
    DelayQueueTopicRegistrar topicsInMemory() {
        Set<String> topics = ConcurrentHashMap.newKeySet();
        return new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {
                topics.add(topic);
            }

            @Override
            public Set<String> pullAll() {
                return Set.copyOf(topics);
            }
        };
    }
    // end::registrar[]

    // tag::listener[]
    @Bean
    DispatchListener meter(Latenesses latenesses) {
        return new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                latenesses.add(message.id(), lateness);
            }
        };
    }
    // end::listener[]
}
