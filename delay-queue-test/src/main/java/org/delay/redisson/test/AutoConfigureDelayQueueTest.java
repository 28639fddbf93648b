package org.delay.redisson.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Gives a test of a Spring Boot application a delay queue in memory, whose time the test lets pass: neither a Redis nor a
 * Kafka is needed, and no check at start asks for them. Inject a {@link DelayQueueTester}:
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureDelayQueueTest
 * class UnpaidOrdersTest {
 *
 *     @Test
 *     void areCancelled(@Autowired OrderService service, @Autowired Orders orders, @Autowired DelayQueueTester delays) {
 *         service.place(new Order("815", BigDecimal.TEN));
 *         delays.advance(Duration.ofMinutes(30));
 *         assertThat(orders.isCancelled("815")).isTrue();
 *     }
 * }
 * }</pre>
 *
 * <p>Messages go to the application's own {@code @DelayQueueListener} methods and {@code DelayQueueMessageConsumer} by
 * the engine that delivers them in production, on its threads: retries, dead letters and times to live are the same.
 * What differs: there is one worker and no jitter, so that a test knows the order and the times.
 *
 * <p>Each test method begins with an empty queue and a clock that stands at the real time, in a cached context too. Tests
 * that share a context must not run at the same time.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
public @interface AutoConfigureDelayQueueTest {

    /** Where messages go in an application that has Kafka, and no consumer of its own. */
    Kafka kafka() default Kafka.LISTENERS;

    /** What takes Kafka's place. */
    enum Kafka {
        /**
         * The application's {@code @KafkaListener} methods are called at once, without a broker: with the record that would
         * have been sent, deserialized as their containers would. The containers do not start. One listener of each group
         * gets the record. What a listener throws is no concern of the delay queue, as in production: Kafka has the message
         * then. There is no error handler of Kafka's either, so {@link DelayQueueTester#advance} throws it.
         */
        LISTENERS,
        /**
         * A broker of the test's own, an embedded one for example. {@link DelayQueueTester#advance} returns when the broker
         * has confirmed; the listeners get the records when Kafka brings them. A broker refuses the time of a clock that a
         * test has moved ahead. So records have the time of the machine's clock, unless the application has a
         * {@code RecordTimestamp} bean.
         */
        BROKER
    }
}
