package org.delay.redisson.autoconfigure;

import java.util.function.Supplier;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.startup.CannotStartException;
import org.delay.redisson.transaction.AfterCommitQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Lets sends wait for the commit, if the application wants that. Decided by the bound property, because a condition would
 * compare its text, which may be written in several ways.
 */
record TransactionDecorator(
        TransactionMode mode,
        Supplier<BodyConverter> converter,
        Limits limits,
        @Nullable ClassLoader loader) implements QueueDecorator {

    private static final String SPRING_TX = "org.springframework.transaction.support.TransactionSynchronization";

    @Override
    public DelayQueueMessage decorate(DelayQueueMessage queue) {
        if (mode == TransactionMode.IMMEDIATE) {
            return queue;
        }
        if (!ClassUtils.isPresent(SPRING_TX, loader)) {
            throw new CannotStartException(
                    "'delay.redisson.transaction' is 'after-commit', but spring-tx is not on the class path.",
                    "Add spring-tx, for example with spring-boot-starter-jdbc or spring-boot-starter-data-jpa, or remove the"
                            + " property: sends are immediate then.");
        }
        return new AfterCommitQueue(queue, converter, limits);
    }

    @Override
    public int order() {
        return TRANSACTION;
    }
}
