package org.delay.redisson.autoconfigure;

import java.util.function.Supplier;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.journal.Journal;
import org.delay.redisson.journal.JournalDatabase;
import org.delay.redisson.journal.JournalSettings;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;

/**
 * Puts the journal around the store of the application's own service. The database is looked up at the first call, when it
 * is complete.
 */
final class JournalDecorator implements QueueDecorator, AutoCloseable {

    private final Supplier<JournalDatabase> database;
    private final JournalSettings settings;
    private final @Nullable String service;
    private volatile @Nullable Journal journal;
    private volatile @Nullable String otherService;

    /** @param service the name of the application's own service, or null if it is not set */
    JournalDecorator(Supplier<JournalDatabase> database, JournalSettings settings, @Nullable String service) {
        this.database = database;
        this.settings = settings;
        this.service = service;
    }

    @Override
    public DelayQueueMessage decorate(DelayQueueMessage queue) {
        if (isOfAnotherService(queue)) {
            otherService = queue.service();
            return queue;
        }
        if (journal != null) {
            throw new CannotStartException(
                    "The journal serves one queue, and this application has several DelayQueueMessage beans.",
                    "Make one of them @Primary, or set 'delay.redisson.journal.enabled' to false.");
        }
        Journal around;
        try {
            around = Journal.around(queue, database, settings);
        } catch (IllegalArgumentException e) {
            throw new CannotStartException(
                    "'delay.redisson.journal.enabled' is true. " + e.getMessage() + ".",
                    "Use the queue in Redis, or a decorator of an order below " + JOURNAL + ".",
                    e);
        }
        journal = around;
        return around.queue();
    }

    private boolean isOfAnotherService(DelayQueueMessage queue) {
        return service != null && !queue.service().isEmpty() && !queue.service().equals(service);
    }

    /** @throws CannotStartException if no queue was decorated */
    Journal journal() {
        Journal around = journal;
        if (around == null && otherService != null) {
            throw new CannotStartException(
                    "'delay.redisson.journal.enabled' is true, but the only DelayQueueMessage bean is for service '"
                            + otherService + "', not for '" + service + "'.",
                    "Declare it with @Bean(defaultCandidate = false). If this application has no other service, set"
                            + " 'delay.redisson.register-service=" + otherService + "'.");
        }
        if (around == null) {
            throw new CannotStartException(
                    "'delay.redisson.journal.enabled' is true, but the journal found no DelayQueueMessage bean.",
                    "Don't exclude the DelayQueueMessage bean from injection.");
        }
        return around;
    }

    @Override
    public void close() {
        Journal around = journal;
        if (around != null) {
            around.close();
        }
    }

    @Override
    public int order() {
        return JOURNAL;
    }
}
