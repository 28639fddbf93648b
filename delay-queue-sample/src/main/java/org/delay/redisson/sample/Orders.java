package org.delay.redisson.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Repository;

/**
 * The table of orders, in memory. The state of an order decides what happens to it, once: messages may arrive twice,
 * or for an order that has already changed its state.
 */
@Repository
class Orders {

    private final ConcurrentMap<String, Order> orders = new ConcurrentHashMap<>();

    void add(Order order) {
        orders.put(order.id(), order);
    }

    /** The latest order first. */
    List<Order> all() {
        return orders.values().stream()
                .sorted(Comparator.comparing(Order::placedAt).reversed())
                .toList();
    }

    Optional<Order> find(String id) {
        return Optional.ofNullable(orders.get(id));
    }

    /** Returns the order after the change, or nothing if no such order is in this state. */
    Optional<Order> change(String id, OrderState from, UnaryOperator<Order> change) {
        Order before = orders.get(id);
        if (before == null || before.state() != from) {
            return Optional.empty();
        }
        Order after = change.apply(before);
        return orders.replace(id, before, after) ? Optional.of(after) : change(id, from, change);
    }

    /** Returns the order after the change, in any state, or nothing if there is no such order. */
    Optional<Order> change(String id, UnaryOperator<Order> change) {
        return Optional.ofNullable(orders.computeIfPresent(id, (key, order) -> change.apply(order)));
    }
}
