package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;

/** What the log says of the queue when the application starts and stops. */
@Slf4j
@RequiredArgsConstructor
final class StartReport {

    private final DelayQueueMessage queue;
    private final RedissonDelayProperties properties;
    private final WorkerThreads threads;

    void started(DelayQueueMessageConsumer consumer) {
        log.info(
                "Delay queue dispatches service '{}' ({}) to {} with {} workers{}",
                properties.getRegisterService(),
                shards(),
                consumer.getClass().getSimpleName(),
                properties.getWorkers(),
                threads.virtual() ? " on virtual threads" : "");
        warnOfDefaultService();
    }

    void sendOnly() {
        log.info("Delay queue sends to service '{}', and dispatches nothing here", properties.getRegisterService());
        warnOfDefaultService();
    }

    void stopped() {
        log.info("Delay queue has stopped dispatching service '{}'", properties.getRegisterService());
    }

    private void warnOfDefaultService() {
        if (properties.hasDefaultService()) {
            log.warn(
                    "'delay.redisson.register-service' is not set, so this application shares service '{}' with every other "
                            + "that does not set it: they take each other's messages",
                    properties.getRegisterService());
        }
    }

    private String shards() {
        try {
            int shards = queue.shards();
            return shards == 1 ? "1 shard" : shards + " shards";
        } catch (DelayQueueException e) {
            return "shards unknown, as Redis does not answer yet";
        }
    }
}
