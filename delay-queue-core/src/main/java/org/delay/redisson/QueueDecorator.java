package org.delay.redisson;

/**
 * Adds behaviour to every queue of an application, by composition. In a Spring Boot application, each bean of this type is
 * applied to the {@link DelayQueueMessage} bean, even if the application declares that bean itself.
 *
 * <p>Decorators stack by {@link #order()}, the lowest outermost. A call passes them in this order:
 *
 * <ol>
 *   <li>{@link #APPLICATION}: the application's own decorators, so that their calls are measured and recorded like those of the
 *       application
 *   <li>{@link #TRANSACTION}: calls that wait for the commit of a transaction, so that they are measured when they are made
 *   <li>{@link #OBSERVATION}: meters and traces, which include the time that the layers below take
 *   <li>{@link #JOURNAL}: the record in a database, which precedes every change in the store
 *   <li>the store itself, for example Redis
 * </ol>
 *
 * <p>The queue may be created before most other beans. A decorator that needs a bean that is created later looks it up at its
 * first call.
 */
@FunctionalInterface
public interface QueueDecorator {

    /** The order of an application's decorators: outermost. */
    int APPLICATION = 0;

    /** The order of calls that wait for the commit of a transaction. */
    int TRANSACTION = 500;

    /** The order of meters and traces. */
    int OBSERVATION = 1_000;

    /** The order of the journal: innermost, next to the store. */
    int JOURNAL = 2_000;

    /**
     * Decorates a queue. Called once for each queue.
     *
     * @param queue the store, with all decorators of a higher order around it
     * @return a queue that forwards to it, usually a {@link ForwardingDelayQueue}; or {@code queue} itself to add nothing
     */
    DelayQueueMessage decorate(DelayQueueMessage queue);

    /**
     * The position in the stack; the lowest order is outermost. The relative order of two decorators with the same order is
     * undefined.
     */
    default int order() {
        return APPLICATION;
    }
}
