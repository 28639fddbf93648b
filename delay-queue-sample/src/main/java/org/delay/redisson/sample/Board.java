package org.delay.redisson.sample;

import java.time.Instant;
import java.util.List;

/**
 * All that the page shows.
 *
 * @param now the server's clock, since a browser's may be wrong
 * @param longInvoices whether accounting takes them
 */
record Board(Instant now, boolean longInvoices, List<Entry> orders, List<PendingMessage> deadLetters) {

    /** An order with the messages that wait for it. */
    record Entry(Order order, List<PendingMessage> messages) {}
}
