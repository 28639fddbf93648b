package org.delay.redisson.autoconfigure;

import java.util.Arrays;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Checks that the queue and the producer that the application gets without a qualifier are those of its own service. A bean for a
 * second service would take the place of the library's own, and all messages would go to the second service.
 */
@RequiredArgsConstructor
final class ServiceCheck implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable String registerService;

    @Override
    public void afterSingletonsInstantiated() {
        DelayQueueMessage queue = beans.getBeanProvider(DelayQueueMessage.class).getIfUnique();
        String service = registerService == null && queue != null ? queue.service() : registerService;
        if (service == null || service.isEmpty()) {
            return;
        }
        if (queue != null) {
            check(queue, DelayQueueMessage.class, queue.service(), service);
        }
        if (!isLazy(DelayQueueMessageProducer.class)) {
            beans.getBeanProvider(DelayQueueMessageProducer.class)
                    .ifUnique(
                            producer -> check(producer, DelayQueueMessageProducer.class, producer.service(), service));
        }
    }

    /** Whether a bean of this type is made at its first use only. A check is none. */
    private boolean isLazy(Class<?> type) {
        return !Arrays.stream(beans.getBeanNamesForType(type)).allMatch(beans::containsSingleton);
    }

    /** A queue that does not name its service is trusted; a mock names none. */
    private void check(Object bean, Class<?> type, @Nullable String found, String expected) {
        if (found == null || found.isEmpty() || found.equals(expected)) {
            return;
        }
        String name = name(bean, type);
        throw new CannotStartException(
                "Bean '" + name + "' is for service '" + found + "', but it would be used as the "
                        + type.getSimpleName() + " of service '" + expected + "'.",
                "Declare it with @Bean(defaultCandidate = false), and inject it with @Qualifier(\"" + name
                        + "\"). If this application has no other service, set 'delay.redisson.register-service=" + found
                        + "'.");
    }

    private String name(Object bean, Class<?> type) {
        for (String name : beans.getBeanNamesForType(type)) {
            if (beans.getSingleton(name) == bean) {
                return name;
            }
        }
        return type.getSimpleName();
    }
}
