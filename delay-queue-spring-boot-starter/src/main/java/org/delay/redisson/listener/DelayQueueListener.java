package org.delay.redisson.listener;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Marks a bean method that receives the delayed messages of some topics directly, without Kafka. Messages of other topics go to Kafka or
 * to the application's {@code DelayQueueMessageConsumer}.
 *
 * <pre>{@code
 * @DelayQueueListener(topics = "order-timeout")
 * void onTimeout(Order order) {
 *     orders.cancelIfUnpaid(order.id());
 * }
 * }</pre>
 *
 * <p>The method may have these parameters, in any order:
 * <ul>
 *   <li>one parameter for the body, of any type that the {@code BodyConverter} can read, including generic types;
 *   <li>a {@code DelayedMessage}: the whole message;
 *   <li>{@link Header @Header} parameters.
 * </ul>
 * With {@link #batch()}, it takes a {@code List} of bodies, a {@code List<DelayedMessage>}, or both, with one element per message.
 *
 * <p>When the method returns, its messages are acked; its return value is ignored. If it throws {@code PermanentFailure}, the
 * message becomes a dead letter at once. After any other exception, the message is retried, as with a
 * {@code DelayQueueMessageConsumer}. If the body can't be read or a required header is missing, the message becomes a dead letter and
 * the method is not called.
 *
 * <p>A topic has at most one listener. The method is called through its bean, so proxies work. A lazy bean is created for its first
 * message, and a prototype bean for each call. The application does not start if the bean has request or session scope.
 *
 * <p>All values are strings. They may contain placeholders ({@code "${orders.topic}"}) and expressions ({@code "#{…}"}). An empty
 * value defaults to the application's properties. You can use this as a meta-annotation with {@code @AliasFor}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Reflective(ListenerReflection.class)
public @interface DelayQueueListener {

    /** The topics. One string may list several topics, separated by commas. */
    String[] topics();

    /**
     * Maximum number of concurrent calls of this method, across all its topics, in each instance of the application. If empty,
     * the limit is the number of workers ({@code delay.redisson.workers}), which also limits any larger value. Further messages
     * wait in the queue, where other instances can claim them.
     */
    String concurrency() default "";

    /** Maximum number of messages per call, 1 to 200. If it is set, even to 1, the method takes lists. */
    String batch() default "";

    /** Number of failed deliveries after which a message becomes a dead letter, instead of {@code delay.redisson.retry.max-attempts}. */
    String maxAttempts() default "";

    /** Back-off after the first failure, for example {@code 10s} or {@code 500ms}. Plain numbers are milliseconds. */
    String retryDelay() default "";

    /** Factor by which the back-off grows with each further failure, at least 1. */
    String retryMultiplier() default "";

    /** Maximum back-off, for example {@code 10m}. */
    String retryMaxDelay() default "";

    /** Fraction by which the back-off varies at random, 0 to 1. */
    String retryJitter() default "";
}
