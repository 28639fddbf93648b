package org.delay.redisson.autoconfigure;

import java.util.function.Supplier;
import org.delay.redisson.kafka.DelayedRetryRecoverer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.config.ContainerPostProcessor;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.util.function.SingletonSupplier;

/**
 * Fits the starter's error handler to a container. One in Kafka transactions gets none, or the transaction would commit what the listener
 * did before it failed: its after-rollback processor does the same. Where a listener takes single records, those behind the failed
 * one stay in memory, because a seek would fetch all of them again after each failure. Batches and asynchronous listeners need the seek:
 * without it, spring-kafka commits records that it has not handled yet.
 */
final class KafkaDelayedRetries
        implements ContainerPostProcessor<Object, Object, AbstractMessageListenerContainer<Object, Object>> {

    /** The name of the bean, for {@code @KafkaListener}. */
    static final String NAME = "delayQueueKafkaDelayedRetries";

    private final Supplier<CommonErrorHandler> withoutSeeks;

    /** @param recoverer asked for the first container: a listener's bean, which may declare parts of it, is still being made now */
    KafkaDelayedRetries(Supplier<DelayedRetryRecoverer> recoverer) {
        withoutSeeks = SingletonSupplier.of(() -> {
            KafkaRetryErrorHandler handler = new KafkaRetryErrorHandler(recoverer.get());
            handler.setSeekAfterError(false);
            return handler;
        });
    }

    @Override
    public void postProcess(AbstractMessageListenerContainer<Object, Object> container) {
        if (!(container.getCommonErrorHandler() instanceof KafkaRetryErrorHandler)) {
            return;
        }
        ContainerProperties properties = container.getContainerProperties();
        if (isTransactional(properties)) {
            rollBack(container);
        } else if (takesSingleRecords(properties.getMessageListener())) {
            container.setCommonErrorHandler(withoutSeeks.get());
        }
    }

    static boolean isTransactional(ContainerProperties properties) {
        return properties.getKafkaAwareTransactionManager() != null;
    }

    /** Leaves failures to the after-rollback processor, which by itself delivers a batch again for ever. */
    static void rollBack(AbstractMessageListenerContainer<Object, Object> container) {
        container.setCommonErrorHandler(null);
        container.getContainerProperties().setBatchRecoverAfterRollback(true);
    }

    private static boolean takesSingleRecords(@Nullable Object listener) {
        boolean isAsynchronous = listener instanceof AsyncRepliesAware aware && aware.isAsyncReplies();
        return !isAsynchronous && !(listener instanceof BatchMessageListener<?, ?>);
    }
}
