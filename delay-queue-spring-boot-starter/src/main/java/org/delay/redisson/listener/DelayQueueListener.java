package org.delay.redisson.listener;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a bean's method that receives the delayed messages of some topics: the short way without Kafka. Messages of
 * all other topics go where they go without it, to Kafka or to the application's {@code DelayQueueMessageConsumer}.
 *
 * <pre>{@code
 * @DelayQueueListener(topics = "order-timeout")
 * void onTimeout(Order order) {
 *     orders.cancelIfUnpaid(order.id());
 * }
 * }</pre>
 *
 * <p>The method may have, in any order, all of them optional:
 * <ul>
 *   <li>one parameter for the body, of any type that the {@code BodyConverter} reads, type arguments included;
 *   <li>a {@code DelayedMessage}: the message as it came;
 *   <li>{@link Header @Header} parameters.
 * </ul>
 * With {@link #batch()} it has a {@code List} of bodies, a {@code List<DelayedMessage>}, or both, one element a message.
 *
 * <p>Returning means done; what it returns is not looked at. Throwing means what it means in a
 * {@code DelayQueueMessageConsumer}: {@code PermanentFailure} makes a dead letter at once, anything else is tried again.
 * A body that can't be read, or a header that is missing, is a dead letter at once, and the method is not called.
 *
 * <p>A topic has one listener at most. The method is called through its bean, so proxies work; a lazy bean is made for its
 * first message, one of scope prototype for each call. Methods of beans in request or session scope are refused at start.
 *
 * <p>All values are texts that may have placeholders, {@code "${orders.topic}"}, and expressions, {@code "#{…}"}. What is
 * empty is as the application's properties say. May be put on an annotation of one's own, with {@code @AliasFor}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface DelayQueueListener {

    /** The topics. One text may name several, with commas between them. */
    String[] topics();

    /**
     * The most calls of this method at the same time, for all its topics together, in each instance of the application.
     * Empty for as many as the application has workers, which are the most in any case ({@code delay.redisson.workers}).
     * A message that finds all calls taken waits in the queue, where another instance may take it.
     */
    String concurrency() default "";

    /** The most messages of one call, 1 to 200. Where it is given, even as 1, the method takes lists. */
    String batch() default "";

    /** How many deliveries may fail before a message becomes a dead letter, in place of {@code delay.redisson.retry}'s. */
    String maxAttempts() default "";

    /** The delay after the first failure: {@code 10s}, {@code 500ms}; plain numbers are milliseconds. */
    String retryDelay() default "";

    /** By how much each delay is longer than the one before, at least 1. */
    String retryMultiplier() default "";

    /** The longest delay: {@code 10m}. */
    String retryMaxDelay() default "";

    /** The share of a delay by which it may be shorter or longer, 0 to 1. */
    String retryJitter() default "";
}
