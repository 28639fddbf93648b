package org.delay.redisson.examples.testing;

import org.delay.redisson.examples.Orders;
import org.delay.redisson.examples.listener.OrderTimeouts;
import org.delay.redisson.examples.listener.Reminders;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The application that the examples test. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({Orders.class, OrderService.class, KafkaReminders.class, OrderTimeouts.class, Reminders.class})
class ShopApplication {}
