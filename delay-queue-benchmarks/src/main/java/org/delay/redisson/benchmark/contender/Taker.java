package org.delay.redisson.benchmark.contender;

import java.util.concurrent.atomic.AtomicBoolean;
import org.redisson.client.RedisException;

/** A thread that repeats an action until it is closed. */
final class Taker implements AutoCloseable {

    /** The repeated action. */
    interface Task {

        void run() throws InterruptedException;
    }

    private final Task task;
    private final Thread thread;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Taker(String name, Task task) {
        this.task = task;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    static Taker start(String name, Task task) {
        Taker taker = new Taker(name, task);
        taker.thread.start();
        return taker;
    }

    private void run() {
        while (!closed.get()) {
            try {
                task.run();
            } catch (InterruptedException | RedisException e) {
                // Redisson has its own exceptions for an interrupt and for its shutdown.
                if (!closed.get()) {
                    throw new IllegalStateException(thread.getName() + " ended too soon", e);
                }
            }
        }
    }

    @Override
    public void close() {
        closed.set(true);
        thread.interrupt();
    }
}
