package org.delay.redisson.examples.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

// tag::test-advance[]
@SpringBootTest
@AutoConfigureDelayQueueTest
class OrderTimeoutsTest {

    @Autowired
    private OrderService service;

    @Autowired
    private Orders orders;

    @Autowired
    private DelayQueueTester delays;

    @Test
    void anUnpaidOrderIsCancelledAfterHalfAnHour() {
        service.place(new Order("4711", BigDecimal.TEN));

        delays.advance(Duration.ofMinutes(29));
        assertThat(orders.isCancelled("4711")).isFalse();

        delays.advance(Duration.ofMinutes(1));
        assertThat(orders.isCancelled("4711")).isTrue();
        assertThat(delays).hasNothingScheduled();
    }
    // end::test-advance[]

    @Test
    void whatWasScheduledArrives() {
        Order order = new Order("4712", BigDecimal.TEN);
        // tag::tester[]
        service.place(order);
        assertThat(delays).hasScheduled("order-timeout").dueIn(Duration.ofMinutes(30));

        delays.advance(Duration.ofMinutes(30));

        assertThat(orders.isCancelled(order.id())).isTrue();
        // end::tester[]
    }

    @Test
    void whatIsScheduledHasABody() {
        service.place(new Order("4711", BigDecimal.TEN));
        // tag::assertion[]
        assertThat(delays)
                .hasScheduled("order-timeout")
                .withBody(Order.class, order -> assertThat(order.id()).isEqualTo("4711"))
                .dueIn(Duration.ofMinutes(30));
        // end::assertion[]
    }

    @Test
    void aQueueInMemoryNeedsNoApplication() {
        // tag::in-memory[]
        MovableClock clock = MovableClock.stopped();
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().clock(clock).build();
        queue.addDelayQueue("hello", 30, TimeUnit.MINUTES, "greetings");
        clock.advance(Duration.ofMinutes(30));
        // end::in-memory[]
        assertThat(queue.poll(0).due()).containsExactly("greetings");
    }

    // tag::test-assertions[]
    @Test
    void placingAnOrderSchedulesItsTimeout() {
        service.place(new Order("4711", BigDecimal.TEN));

        assertThat(delays)
                .hasScheduled("order-timeout")
                .withId("4711")
                .withHeader("tenant", "blue")
                .withBody(Order.class, order -> assertThat(order.total()).isEqualTo("10"))
                .dueIn(Duration.ofMinutes(30))
                .times(1);
    }

    @Test
    void payingCancelsTheTimeout() {
        service.place(new Order("4711", BigDecimal.TEN));
        service.paid("4711");

        assertThat(delays).hasCancelled("order-timeout", "4711").hasNothingScheduled();
    }

    @Test
    void aBankThatDoesNotAnswerIsAskedFiveTimes() {
        service.checkPayment(new Order("4711", BigDecimal.TEN));

        delays.advance(Duration.ofSeconds(10 + 30));
        assertThat(delays).hasScheduled("payment-check").withFailures(3).dueIn(Duration.ofSeconds(90));

        delays.advance(Duration.ofHours(1));
        assertThat(delays)
                .hasDeadLetter("payment-check")
                .withError("The bank does not answer")
                .and()
                .hasNothingScheduled();
    }
    // end::test-assertions[]
}
