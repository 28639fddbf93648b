package org.delay.redisson.redis;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes threads that do not keep the application alive. They inherit nothing from the thread that creates them: no variables,
 * and not its class loader.
 */
final class DaemonThreadFactory implements ThreadFactory {

    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    DaemonThreadFactory(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(null, task, name + "-" + made.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(DaemonThreadFactory.class.getClassLoader());
        return thread;
    }
}
