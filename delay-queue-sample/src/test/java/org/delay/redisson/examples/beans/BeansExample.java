package org.delay.redisson.examples.beans;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;

/** An application that replaces what the starter has. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
public class BeansExample {}
