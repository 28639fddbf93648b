package org.delay.redisson.examples.rabbit;

import java.util.Map;
import org.springframework.amqp.core.CustomExchange;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.ExchangeBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The exchange before, during and after the move. */
interface Exchanges {

    @Configuration(proxyBeanMethods = false)
    class OfThePlugin {

        // tag::plugin[]
        @Bean
        static CustomExchange orders() {
            return new CustomExchange("orders", "x-delayed-message", true, false, Map.of("x-delayed-type", "direct"));
        }
        // end::plugin[]
    }

    @Configuration(proxyBeanMethods = false)
    class NotDeclared {

        // tag::not-declared[]
        @Bean
        static Exchange orders() {
            return ExchangeBuilder.directExchange("orders")
                    .delayed()
                    .suppressDeclaration()
                    .build();
        }
        // end::not-declared[]
    }

    @Configuration(proxyBeanMethods = false)
    class Direct {

        // tag::direct[]
        @Bean
        static DirectExchange orders() {
            return new DirectExchange("orders");
        }
        // end::direct[]
    }
}
