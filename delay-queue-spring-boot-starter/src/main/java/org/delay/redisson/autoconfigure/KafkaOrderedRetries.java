package org.delay.redisson.autoconfigure;

import java.util.function.Supplier;
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
import org.springframework.util.function.SingletonSupplier;

/**
 * Lets a container retry failed records in place, with the same back-offs as delayed retries: later records wait. An attempt counts
 * whatever the exception is. The container is paused meanwhile, so back-offs may be longer than {@code max.poll.interval.ms}.
 */
final class KafkaOrderedRetries
        implements ContainerPostProcessor<Object, Object, AbstractMessageListenerContainer<Object, Object>>,
                AutoCloseable {

    /** The name of the bean, for {@code @KafkaListener}. */
    static final String NAME = "delayQueueKafkaOrderedRetries";

    private final KafkaPausingBackOff pauses = new KafkaPausingBackOff();
    private final Supplier<CommonErrorHandler> errorHandler;
    private final Supplier<AfterRollbackProcessor<Object, Object>> afterRollback;

    /**
     * Makes no handler yet.
     *
     * @param deadLetters asked for the first container, as the template is: a listener's bean, which may declare them, is still being made now
     */
    KafkaOrderedRetries(
            RetryPolicy policy,
            Supplier<DeadLetterPublishingRecoverer> deadLetters,
            Supplier<? extends KafkaOperations<?, ?>> template) {
        PolicyBackOff backOff = new PolicyBackOff(policy);
        errorHandler = SingletonSupplier.of(() -> {
            DefaultErrorHandler handler = new DefaultErrorHandler(deadLetters.get(), backOff, pauses);
            handler.addNotRetryableExceptions(PermanentFailure.class);
            handler.setResetStateOnExceptionChange(false);
            return handler;
        });
        afterRollback = SingletonSupplier.of(() -> {
            DefaultAfterRollbackProcessor<Object, Object> processor =
                    new DefaultAfterRollbackProcessor<>(deadLetters.get(), backOff, pauses, template.get(), true);
            processor.addNotRetryableExceptions(PermanentFailure.class);
            processor.setResetStateOnExceptionChange(false);
            return processor;
        });
    }

    @Override
    public void postProcess(AbstractMessageListenerContainer<Object, Object> container) {
        container.setAfterRollbackProcessor(afterRollback.get());
        if (KafkaDelayedRetries.isTransactional(container.getContainerProperties())) {
            KafkaDelayedRetries.rollBack(container);
        } else {
            container.setCommonErrorHandler(errorHandler.get());
        }
    }

    @Override
    public void close() {
        pauses.close();
    }
}
