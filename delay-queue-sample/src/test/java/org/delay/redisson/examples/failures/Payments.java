package org.delay.redisson.examples.failures;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.examples.Order;

/** A service that fails: for "flaky" once, for "gone" always, and it is closed for "closed" once. */
public final class Payments {

    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Set<String> refunded = ConcurrentHashMap.newKeySet();

    void refund(Order order) {
        boolean first = asked.add(order.id());
        if (order.id().equals("gone")) {
            throw new NoSuchAccount();
        }
        if (order.id().equals("closed") && first) {
            throw new Closed();
        }
        if (order.id().equals("flaky") && first) {
            throw new IllegalStateException("the line is busy");
        }
        refunded.add(order.id());
    }

    boolean isRefunded(String orderId) {
        return refunded.contains(orderId);
    }

    static final class NoSuchAccount extends RuntimeException {}

    static final class Closed extends RuntimeException {}
}
