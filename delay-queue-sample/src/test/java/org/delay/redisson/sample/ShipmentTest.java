package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShipmentTest {

    /** With the same id, an attempt would replace the message whose delivery it is part of. */
    @Test
    void eachAttemptIsAMessageOfItsOwnAndOfTheSameOrder() {
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(attempt -> new Shipment("4f0c", attempt).messageId()))
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(Shipment.orderId(id)).isEqualTo("4f0c"));
    }
}
