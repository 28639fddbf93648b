package org.delay.redisson.autoconfigure;

import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.listener.DelayQueueListeners;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Says so where the delay queue is switched off, and there are methods that wait for its messages. */
@Slf4j
@AutoConfiguration
@ConditionalOnFlag(value = "delay.redisson.enable", is = false)
public final class DisabledDelayQueueAutoConfiguration {

    @Bean
    static SmartInitializingSingleton delayQueueListenersInVain(ConfigurableListableBeanFactory beans) {
        return () -> {
            int methods = DelayQueueListeners.count(beans);
            if (methods > 0) {
                log.warn(
                        "No messages reach {}, because 'delay.redisson.enable' is not true",
                        Counted.of(methods, "@DelayQueueListener method"));
            }
        };
    }
}
