package org.delay.redisson.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;

/**
 * Tells subscribers, in order and on a thread that is none of theirs, as a real client does. The thread ends when it has
 * had nothing to do for a while, so nobody needs to close the queue.
 */
@Slf4j
final class Signals {

    private final List<WakeUpListener> listeners = new CopyOnWriteArrayList<>();
    private final ThreadPoolExecutor thread;

    Signals() {
        thread = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread created = new Thread(task, "memory-queue-signals");
            created.setDaemon(true);
            return created;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    boolean hasSubscribers() {
        return !listeners.isEmpty();
    }

    Subscription subscribe(WakeUpListener listener) {
        // One object a subscription, so that a listener that subscribes twice can close each.
        WakeUpListener own = new WakeUpListener() {
            @Override
            public void wakeUp(int shard, String topic, Duration in) {
                listener.wakeUp(shard, topic, in);
            }

            @Override
            public void subscribed() {
                listener.subscribed();
            }

            @Override
            public void left(String instance) {
                listener.left(instance);
            }
        };
        listeners.add(own);
        tell(own, WakeUpListener::subscribed);
        return () -> listeners.remove(own);
    }

    void wakeUp(int shard, String topic, Duration in) {
        listeners.forEach(listener -> tell(listener, l -> l.wakeUp(shard, topic, in)));
    }

    void left(String instance) {
        listeners.forEach(listener -> tell(listener, l -> l.left(instance)));
    }

    private void tell(WakeUpListener listener, Consumer<WakeUpListener> signal) {
        thread.execute(() -> {
            if (listeners.contains(listener)) {
                try {
                    signal.accept(listener);
                } catch (RuntimeException e) {
                    log.warn("A wake-up listener failed", e);
                }
            }
        });
    }
}
