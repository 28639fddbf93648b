package org.delay.redisson.examples.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

// tag::annotation[]
@SpringBootTest
@AutoConfigureDelayQueueTest
class UnpaidOrdersTest {

    @Test
    void areCancelled(@Autowired OrderService service, @Autowired Orders orders, @Autowired DelayQueueTester delays) {
        service.place(new Order("815", BigDecimal.TEN));
        delays.advance(Duration.ofMinutes(30));
        assertThat(orders.isCancelled("815")).isTrue();
    }
}
// end::annotation[]
