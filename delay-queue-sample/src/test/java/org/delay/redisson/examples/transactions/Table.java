package org.delay.redisson.examples.transactions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Repository;

/** What a database would hold. Two orders of one id break its rule. */
@Repository
class Table {

    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final Map<String, Order> outbox = new ConcurrentHashMap<>();

    void insert(Order order) {
        if (orders.putIfAbsent(order.id(), order) != null) {
            throw new IllegalStateException("There is an order " + order.id());
        }
    }

    void insertIntoOutbox(Order order) {
        outbox.put(order.id(), order);
    }

    void deleteFromOutbox(Order order) {
        outbox.remove(order.id());
    }

    List<Order> outbox() {
        return new ArrayList<>(outbox.values());
    }
}
