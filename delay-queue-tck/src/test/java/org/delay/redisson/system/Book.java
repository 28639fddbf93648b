package org.delay.redisson.system;

import java.time.Instant;
import java.util.Collection;
import org.delay.redisson.Receipt;

/** Where senders and receivers write down what they did and saw. Safe for use by many threads. */
public interface Book {

    /** A message is about to be sent. */
    default void attempted(String id) {}

    /** Messages were acknowledged. */
    void accepted(Collection<Receipt> receipts);

    /** A message was delivered. */
    void arrived(String id, Instant at, Instant due, int attempt);
}
