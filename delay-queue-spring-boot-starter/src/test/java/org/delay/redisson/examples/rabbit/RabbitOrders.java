package org.delay.redisson.examples.rabbit;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.examples.Order;
import org.delay.redisson.rabbit.RabbitRoute;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@RequiredArgsConstructor
class RabbitOrders {

    private final Orders orders;

    /** An application's own part. */
    interface Orders {

        void cancelIfUnpaid(Order order);
    }

    // tag::listener[]
    @RabbitListener(queues = "order-timeout")
    void onTimeout(Order order) {
        orders.cancelIfUnpaid(order);
    }

    @Bean
    static Queue orderTimeout() {
        return new Queue("order-timeout");
    }

    @Bean
    static JacksonJsonMessageConverter json() {
        return new JacksonJsonMessageConverter();
    }
    // end::listener[]

    @Configuration(proxyBeanMethods = false)
    static class Routing {

        // tag::route[]
        @Bean
        RabbitRoute route() {
            return message ->
                    new Address("orders", "country." + message.headers().get("country"));
        }
        // end::route[]
    }
}
