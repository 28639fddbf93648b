package org.delay.redisson.autoconfigure;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/** Relays from before the first delivery until after the last one. */
@RequiredArgsConstructor
final class JournalLifecycle implements SmartLifecycle, SmartInitializingSingleton {

    private final JournalDecorator decorator;
    private final ObjectProvider<DelayQueueMessage> queues;
    private final Duration stopWithin;
    private volatile boolean running;

    /** The tables are checked here, when migrations have run and nothing has been sent. */
    @Override
    public void afterSingletonsInstantiated() {
        var unusedService = queues.getObject().service();
        var unusedStatus = decorator.journal().operations().status();
    }

    @Override
    public void start() {
        decorator.journal().start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        decorator.journal().stop(stopWithin);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Just before dispatching starts, and after it has stopped. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 1;
    }
}
