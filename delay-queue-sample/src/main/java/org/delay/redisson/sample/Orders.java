package org.delay.redisson.sample;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.stereotype.Repository;

/** The table of orders, in memory. Whether an order is paid or given up is decided here, once. */
@Repository
class Orders {

    private enum State {
        OPEN,
        PAID,
        GIVEN_UP
    }

    private final ConcurrentMap<String, State> states = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, String> timeouts = new ConcurrentHashMap<>();

    void open(Order order, String timeoutId) {
        timeouts.put(order.id(), timeoutId);
        states.put(order.id(), State.OPEN);
    }

    String timeoutIdOf(Order order) {
        return requireNonNull(timeouts.get(order.id()), "order is not open");
    }

    /** Marks an order as paid, and says whether it was open. */
    boolean pay(Order order) {
        return states.replace(order.id(), State.OPEN, State.PAID);
    }

    /** Gives an order up, and says whether it was open. */
    boolean giveUp(Order order) {
        return states.replace(order.id(), State.OPEN, State.GIVEN_UP);
    }
}
