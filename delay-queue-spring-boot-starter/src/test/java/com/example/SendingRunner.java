package com.example;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;

/** Sends, while its application starts, an object that no receiver could read. Its package is that of an application. */
public record SendingRunner(DelayQueueMessageProducer producer) implements ApplicationRunner {

    @Override
    public void run(ApplicationArguments arguments) {
        producer.sendMessage("orders", new Order(7), Duration.ZERO);
    }

    /** Written by its getter, and never read. */
    public static final class Order {

        private final int hidden;

        Order(int hidden) {
            this.hidden = hidden;
        }

        /** Nothing sets what this returns. */
        public int getNumber() {
            return hidden;
        }
    }
}
