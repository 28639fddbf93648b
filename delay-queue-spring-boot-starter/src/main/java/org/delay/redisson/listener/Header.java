package org.delay.redisson.listener;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Passes a header of the message to a parameter of a {@link DelayQueueListener @DelayQueueListener} method: a header that the sender set,
 * or one of {@link org.delay.redisson.Headers}. The text is converted to the parameter's type, for example a number, an enum or an
 * {@code Instant}.
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
 * <p>On a {@code Map<String, String>} without a name, it passes all headers. You can also use the annotations of Spring's
 * {@code spring-messaging}, which comes with Kafka.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Header {

    /** The header's name. If empty, it is the parameter's name. */
    @AliasFor("name")
    String value() default "";

    /** Same as {@link #value()}. */
    @AliasFor("value")
    String name() default "";

    /**
     * Whether a message without the header becomes a dead letter at once. If not, the parameter is null, or empty if it is an
     * {@code Optional}.
     */
    boolean required() default true;

    /** The value if the message has no such header. If empty, there is no default. */
    String defaultValue() default "";
}
