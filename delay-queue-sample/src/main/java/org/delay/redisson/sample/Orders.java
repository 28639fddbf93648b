package org.delay.redisson.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Repository;

/**
 * The table of orders, in memory. What happens to an order is decided here, once, by its state: messages may come twice,
 * and may come for an order that has moved on.
 */
@Repository
class Orders {

    private final ConcurrentMap<String, Order> orders = new ConcurrentHashMap<>();

    void add(Order order) {
        orders.put(order.id(), order);
    }

    /** The latest first. */
    List<Order> all() {
        return orders.values().stream()
                .sorted(Comparator.comparing(Order::placedAt).reversed())
                .toList();
    }

    Optional<Order> find(String id) {
        return Optional.ofNullable(orders.get(id));
    }

    /** The order as it is after the change, or nothing if there is none in this state. */
    Optional<Order> change(String id, OrderState from, UnaryOperator<Order> change) {
        Order before = orders.get(id);
        if (before == null || before.state() != from) {
            return Optional.empty();
        }
        Order after = change.apply(before);
        return orders.replace(id, before, after) ? Optional.of(after) : change(id, from, change);
    }

    /** The order as it is after the change, whatever its state, or nothing if there is none. */
    Optional<Order> change(String id, UnaryOperator<Order> change) {
        return Optional.ofNullable(orders.computeIfPresent(id, (key, order) -> change.apply(order)));
    }
}
