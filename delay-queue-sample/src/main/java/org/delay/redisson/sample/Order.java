package org.delay.redisson.sample;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * An order. Immutable.
 *
 * @param reminders how often the customer was reminded to pay
 * @param invoiced whether accounting has the invoice
 */
record Order(
        String id, String item, BigDecimal price, Instant placedAt, OrderState state, int reminders, boolean invoiced) {

    Order with(OrderState newState) {
        return new Order(id, item, price, placedAt, newState, reminders, invoiced);
    }

    Order remindedOnceMore() {
        return new Order(id, item, price, placedAt, state, reminders + 1, invoiced);
    }

    Order withInvoice() {
        return new Order(id, item, price, placedAt, state, reminders, true);
    }
}
