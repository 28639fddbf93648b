package org.delay.redisson;

/**
 * Adds something to every queue of an application, by composition. In a Spring Boot application each bean of this type is
 * applied to the {@link DelayQueueMessage} bean, the application's own one too.
 *
 * <p>Decorators stack by {@link #order()}, the lowest outermost. A call passes them in this order:
 *
 * <ol>
 *   <li>{@link #APPLICATION}: what an application adds, so that it is measured and recorded like the application's own calls
 *   <li>{@link #OBSERVATION}: meters and traces, which include the time that the layers below take
 *   <li>{@link #JOURNAL}: the record in a database, which precedes every change in the store
 *   <li>the store itself, for example Redis
 * </ol>
 *
 * <p>The queue may be made before most other beans. A decorator that needs a bean which is complete only later looks it up at
 * the first call.
 */
@FunctionalInterface
public interface QueueDecorator {

    /** The order of an application's decorators: outermost. */
    int APPLICATION = 0;

    /** The order of meters and traces. */
    int OBSERVATION = 1_000;

    /** The order of the journal: innermost, next to the store. */
    int JOURNAL = 2_000;

    /**
     * Decorates a queue. Called once for a queue.
     *
     * @param queue the store, with all decorators of a higher order around it
     * @return a queue that forwards to it, usually a {@link ForwardingDelayQueue}; or {@code queue} itself to add nothing
     */
    DelayQueueMessage decorate(DelayQueueMessage queue);

    /** Where in the stack; the lowest is outermost. Two decorators of one order have no fixed order between them. */
    default int order() {
        return APPLICATION;
    }
}
