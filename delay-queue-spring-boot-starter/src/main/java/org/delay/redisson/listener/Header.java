package org.delay.redisson.listener;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Gives a parameter of a {@link DelayQueueListener @DelayQueueListener} method one of the message's headers: one that the
 * sender set, or one of {@link org.delay.redisson.Headers}. The text is converted to the parameter's type: a number, an
 * enum, an {@code Instant} for example.
 *
 * <pre>{@code
 * @DelayQueueListener(topics = "reminder")
 * void remind(
 *         Order order,
 *         @Header("tenant") String tenant,
 *         @Header(Headers.ATTEMPT) int attempt,
 *         @Header Map<String, String> headers,
 *         DelayedMessage message) {
 *     orders.remind(tenant, List.of(order));
 * }
 * }</pre>
 *
 * <p>On a {@code Map<String, String>} without a name it gives all of them. Where Spring's annotations of the same kind are on
 * the class path ({@code spring-messaging}, which comes with Kafka), they can be used just as well.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Header {

    /** The header's name; the parameter's where it is empty. */
    @AliasFor("name")
    String value() default "";

    /** As {@link #value()}. */
    @AliasFor("value")
    String name() default "";

    /**
     * Whether a message without it is a dead letter at once. Else the parameter is null, which an {@code Optional} is a
     * better form of.
     */
    boolean required() default true;

    /** What to take where the message has no such header; empty for nothing. */
    String defaultValue() default "";
}
