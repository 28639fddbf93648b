package org.delay.redisson.examples;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An application's own part. */
public class Orders {

    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private final Set<String> reminded = ConcurrentHashMap.newKeySet();

    public void cancelIfUnpaid(String id) {
        cancelled.add(id);
    }

    public boolean isCancelled(String id) {
        return cancelled.contains(id);
    }

    public void remind(String tenant, Collection<Order> orders) {
        orders.forEach(order -> reminded.add(tenant + " " + order.id()));
    }

    public boolean isReminded(String what) {
        return reminded.contains(what);
    }
}
