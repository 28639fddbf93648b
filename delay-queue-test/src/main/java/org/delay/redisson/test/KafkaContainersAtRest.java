package org.delay.redisson.test;

import lombok.RequiredArgsConstructor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/** Sees to it that Kafka's listener containers do not start where there is no broker: begins before all else. */
@RequiredArgsConstructor
final class KafkaContainersAtRest implements SmartLifecycle {

    private final ObjectProvider<KafkaListenerEndpointRegistry> registries;

    @Override
    public void start() {
        registries.forEach(registry -> {
            registry.setAlwaysStartAfterRefresh(false);
            registry.getAllListenerContainers().forEach(container -> container.setAutoStartup(false));
        });
    }

    @Override
    public void stop() {}

    /** Never, so that it begins again with each start. */
    @Override
    public boolean isRunning() {
        return false;
    }

    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
