package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.listener.DelayQueueListeners;

/** What the log says of the queue when the application starts and stops. */
@Slf4j
@RequiredArgsConstructor
final class StartReport {

    private final ConsumerSource consumers;
    private final DelayQueueListeners listeners;
    private final RedissonDelayProperties properties;
    private final WorkerThreads threads;
    private final ChosenParts parts;

    /** Nothing that only Redis knows: it may not be there yet, and the application is not to wait for it. */
    void started() {
        log.info(
                "Delay queue dispatches service '{}' to {} with {}{}. It {}",
                properties.service(),
                consumers.description(),
                Counted.of(CoreSettings.dispatch(properties).workers(), "worker"),
                threads.virtual() ? " on virtual threads" : "",
                parts);
        consumers
                .topicsWithUnusedRoute()
                .forEach(topic -> log.warn(
                        "{} has no effect, because topic '{}' goes to its @DelayQueueListener method. Remove one of them",
                        Routes.property(topic),
                        topic));
        warnOfDefaultService();
    }

    void sendOnly() {
        log.info(
                "Delay queue sends to service '{}' and does not dispatch its messages. It {}",
                properties.service(),
                parts);
        if (!listeners.isEmpty()) {
            log.info(
                    "These @DelayQueueListener methods get no messages until dispatch is started, because "
                            + "'delay.redisson.auto-startup' is false: {}",
                    String.join(", ", listeners.descriptions()));
        }
        warnOfDefaultService();
    }

    void stopped() {
        log.info("Delay queue has stopped dispatching service '{}'", properties.service());
    }

    private void warnOfDefaultService() {
        if (properties.registerService() == null) {
            log.warn(
                    "'delay.redisson.register-service' is not set. All applications that do not set it share service '{}' and "
                            + "take each other's messages",
                    properties.service());
        }
    }
}
