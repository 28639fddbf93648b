package org.delay.redisson.autoconfigure;

import org.delay.redisson.kafka.DelayedRetryRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** Without retries at once, during which the partition would wait. */
final class KafkaRetryErrorHandler extends DefaultErrorHandler {

    KafkaRetryErrorHandler(DelayedRetryRecoverer recoverer) {
        super(recoverer, new FixedBackOff(0, 0));
    }
}
