package org.delay.redisson.tck.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RabbitBinaryTest {

    private final String before = System.getProperty(RabbitBroker.BINARY_PROPERTY, "");

    @AfterEach
    void restore() {
        System.setProperty(RabbitBroker.BINARY_PROPERTY, before);
    }

    /** Without this, tests would be left out, or would run on another server than the one that was named. */
    @Test
    void aPropertyThatNamesNoServerIsNotIgnored() {
        System.setProperty(RabbitBroker.BINARY_PROPERTY, "/no/rabbitmq-server");

        assertThatThrownBy(RabbitBroker::isInstalled)
                .hasMessageContaining("-Ddelay-queue.rabbitmq=/no/rabbitmq-server");
    }
}
