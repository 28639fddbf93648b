package org.delay.redisson.examples;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the examples do with orders: remember what was asked for, so that a test sees it. */
public final class Orders {

    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

    public void cancelIfUnpaid(Order order) {
        calls.add("cancel " + order.id());
    }

    public void remind(Order order) {
        calls.add("remind " + order.id());
    }

    public void offer(Order order, String id, Duration late) {
        calls.add("offer " + order.id() + " as " + id + (late.isNegative() ? " early" : ""));
    }

    @Nullable
    String nextCall() throws InterruptedException {
        return calls.poll(2, TimeUnit.MINUTES);
    }

    boolean hasCalls() {
        return !calls.isEmpty();
    }
}
