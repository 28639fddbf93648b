package org.delay.redisson.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the bean that the delay queue is to use where the application has several of a kind: a {@code RedissonClient}, a
 * {@code KafkaTemplate}, or a Kafka {@code ProducerFactory}. Where there is only one, or one is primary, it is used
 * without the mark.
 *
 * <pre>{@code
 * @Bean(destroyMethod = "shutdown")
 * @ForDelayQueue
 * RedissonClient queueRedisson() { … }
 * }</pre>
 */
@Documented
@Qualifier
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface ForDelayQueue {}
