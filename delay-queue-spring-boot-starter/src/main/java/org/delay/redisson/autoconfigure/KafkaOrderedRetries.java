package org.delay.redisson.autoconfigure;

import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.springframework.kafka.config.ContainerPostProcessor;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.AfterRollbackProcessor;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultAfterRollbackProcessor;
import org.springframework.kafka.listener.DefaultErrorHandler;

/**
 * Lets a container retry failed records in place, with the same back-offs as delayed retries: later records wait. An attempt counts whatever
 * the exception is. It is paused meanwhile,
 * so back-offs may be longer than {@code max.poll.interval.ms}.
 */
final class KafkaOrderedRetries
        implements ContainerPostProcessor<Object, Object, AbstractMessageListenerContainer<Object, Object>>,
                AutoCloseable {

    /** The name of the bean, for {@code @KafkaListener}. */
    static final String NAME = "delayQueueKafkaOrderedRetries";

    private final KafkaPausingBackOff pauses = new KafkaPausingBackOff();
    private final CommonErrorHandler errorHandler;
    private final AfterRollbackProcessor<Object, Object> afterRollback;

    KafkaOrderedRetries(RetryPolicy policy, DeadLetterPublishingRecoverer deadLetters, KafkaOperations<?, ?> template) {
        PolicyBackOff backOff = new PolicyBackOff(policy);
        DefaultErrorHandler handler = new DefaultErrorHandler(deadLetters, backOff, pauses);
        handler.addNotRetryableExceptions(PermanentFailure.class);
        handler.setResetStateOnExceptionChange(false);
        errorHandler = handler;
        DefaultAfterRollbackProcessor<Object, Object> processor =
                new DefaultAfterRollbackProcessor<>(deadLetters, backOff, pauses, template, true);
        processor.addNotRetryableExceptions(PermanentFailure.class);
        processor.setResetStateOnExceptionChange(false);
        afterRollback = processor;
    }

    @Override
    public void postProcess(AbstractMessageListenerContainer<Object, Object> container) {
        container.setAfterRollbackProcessor(afterRollback);
        if (KafkaDelayedRetries.isTransactional(container.getContainerProperties())) {
            KafkaDelayedRetries.rollBack(container);
        } else {
            container.setCommonErrorHandler(errorHandler);
        }
    }

    @Override
    public void close() {
        pauses.close();
    }
}
