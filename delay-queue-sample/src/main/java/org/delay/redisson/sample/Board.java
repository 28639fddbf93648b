package org.delay.redisson.sample;

import java.time.Instant;
import java.util.List;

/**
 * The content of the page.
 *
 * @param now the time by the server's clock, because a browser's clock may be wrong
 * @param longInvoices whether accounting accepts long invoices
 */
record Board(Instant now, boolean longInvoices, List<Entry> orders, List<PendingMessage> deadLetters) {

    /** An order with its waiting messages. */
    record Entry(Order order, List<PendingMessage> messages) {}
}
