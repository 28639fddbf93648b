package org.delay.redisson.examples.kafka;

import java.util.function.Consumer;
import org.delay.redisson.kafka.DelayedRetryRecoverer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** A listener whose failures are tried again later. */
class Payments {

    private final Consumer<String> bank;

    Payments(Consumer<String> bank) {
        this.bank = bank;
    }

    // tag::listener[]
    @KafkaListener(topics = "payment", groupId = "billing")
    void pay(String order) {
        bank.accept(order);
    }
    // end::listener[]

    /** For applications with an error handler of their own. */
    @Configuration(proxyBeanMethods = false)
    static class OwnErrorHandler {

        // tag::handler[]
        @Bean
        DefaultErrorHandler errorHandler(DelayedRetryRecoverer recoverer) {
            recoverer.addNotRetryableExceptions(IllegalArgumentException.class);
            // tag::recoverer[]
            return new DefaultErrorHandler(recoverer, new FixedBackOff(0, 0));
            // end::recoverer[]
        }
        // end::handler[]
    }
}
