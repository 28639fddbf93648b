package org.delay.redisson.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the bean that the delay queue is to use if the application has several of a kind. It applies to a
 * {@code RedissonClient}, a {@code KafkaTemplate}, a Kafka {@code ProducerFactory}, a {@code DelayQueueMessageConsumer}, and
 * a mapper of Jackson 3 ({@code JsonMapper}) or Jackson 2 ({@code ObjectMapper}). Where there is only one, or one is
 * primary, it is used without the mark.
 *
 * <p>Where several are left to choose from, the application does not start; of mappers none is used then,
 * and a warning says so. A marked template or factory precedes any that is not marked; the template precedes the factory.
 *
 * <pre>{@code
 * @Bean(destroyMethod = "shutdown")
 * @ForDelayQueue
 * RedissonClient queueRedisson(@Value("${queue.redis}") String address) {
 *     Config config = new Config();
 *     config.useSingleServer().setAddress(address);
 *     return Redisson.create(config);
 * }
 * }</pre>
 */
@Documented
@Qualifier
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface ForDelayQueue {}
