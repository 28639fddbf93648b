package org.delay.redisson.examples.recipes;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.autoconfigure.ForDelayQueue;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Dispatches the service of its properties, and sends to a second one, in another Redis. */
@Configuration(proxyBeanMethods = false)
class TwoServices {

    // tag::several-redis[]
    @Bean(destroyMethod = "shutdown")
    @ForDelayQueue
    RedissonClient ordersRedis(@Value("${orders.redis}") String address) {
        return Redisson.create(singleServer(address));
    }

    @Bean(destroyMethod = "shutdown")
    RedissonClient billingRedis(@Value("${billing.redis}") String address) {
        return Redisson.create(singleServer(address));
    }

    private static Config singleServer(String address) {
        Config config = new Config();
        config.useSingleServer().setAddress(address);
        return config;
    }
    // end::several-redis[]

    // tag::second-service[]
    @Bean
    BillingDelays billingDelays(@Qualifier("billingRedis") RedissonClient redis, BodyConverter converter) {
        return new BillingDelays(RedissonDelayQueue.on(redis)
                .service("billing")
                .bodyConverter(converter)
                .build());
    }
    // end::second-service[]
}
