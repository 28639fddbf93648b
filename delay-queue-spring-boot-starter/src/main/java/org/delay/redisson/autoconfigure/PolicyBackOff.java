package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/** A retry policy for retries of Spring's. */
@RequiredArgsConstructor
final class PolicyBackOff implements BackOff {

    private final RetryPolicy policy;

    @Override
    public BackOffExecution start() {
        return new BackOffExecution() {

            private int failures;

            @Override
            public long nextBackOff() {
                failures++;
                return policy.delayAfter(failures)
                        .map(delay -> Math.max(1, delay.toMillis()))
                        .orElse(STOP);
            }
        };
    }
}
