package org.delay.redisson.autoconfigure;

import java.util.concurrent.ThreadFactory;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads that work on messages: virtual where {@code spring.threads.virtual.enabled} is true, else daemons, so that
 * a handler that never returns does not keep the JVM from ending. (Redisson's threads keep it running.)
 */
record WorkerThreads(boolean virtual, ThreadFactory factory) {

    static WorkerThreads of(Environment environment, String service) {
        String prefix = "delay-queue-" + service + "-";
        if (Threading.VIRTUAL.isActive(environment)) {
            return new WorkerThreads(true, new VirtualThreadTaskExecutor(prefix).getVirtualThreadFactory());
        }
        CustomizableThreadFactory daemons = new CustomizableThreadFactory(prefix);
        daemons.setDaemon(true);
        return new WorkerThreads(false, daemons);
    }
}
