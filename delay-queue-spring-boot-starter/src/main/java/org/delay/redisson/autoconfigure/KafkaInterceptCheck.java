package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.kafka.DelayingKafkaTemplate;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Fails the start where {@code delay.redisson.kafka.intercept} would have no effect: records would not wait, and nobody would know. */
@RequiredArgsConstructor
final class KafkaInterceptCheck implements SmartInitializingSingleton {

    private final ListableBeanFactory beans;

    @Override
    public void afterSingletonsInstantiated() {
        if (beans.getBeanNamesForType(DelayingKafkaTemplate.class, true, false).length == 0) {
            throw new CannotStartException(
                    "'" + DelayQueueKafkaProperties.INTERCEPT
                            + "' is true, but the application has a KafkaTemplate of its "
                            + "own, which would send records with the header 'delay-ms' or 'delay-due-time' at once.",
                    "Declare it as a DelayingKafkaTemplate, or add a bean of that type, or remove the property.");
        }
    }
}
