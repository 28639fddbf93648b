package org.delay.redisson.autoconfigure;

import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Keeps an application from starting that wants the journal and would silently do without. Adds nothing to the queue. */
record JournalCheck(TransactionMode transaction, @Nullable ClassLoader loader) implements QueueDecorator {

    static final String ENABLED = "delay.redisson.journal.enabled";

    private static final List<String> NEEDED =
            List.of("org.delay.redisson.journal.Journal", "org.springframework.jdbc.core.JdbcTemplate");

    @Override
    public DelayQueueMessage decorate(DelayQueueMessage queue) {
        for (String type : NEEDED) {
            if (!ClassUtils.isPresent(type, loader)) {
                throw new CannotStartException(
                        "'" + ENABLED + "' is true, but " + type + " is not on the class path.",
                        "Add org.delay.redisson:delay-queue-journal, or remove the property: messages are not recorded then.");
            }
        }
        if (transaction == TransactionMode.AFTER_COMMIT) {
            throw new CannotStartException(
                    "'" + ENABLED
                            + "' is true, and 'delay.redisson.transaction' is 'after-commit'. With the journal, sends are"
                            + " part of the transaction, so nothing is left to wait for the commit.",
                    "Remove 'delay.redisson.transaction'.");
        }
        return queue;
    }

    @Override
    public int order() {
        return JOURNAL;
    }
}
