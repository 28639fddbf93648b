package org.delay.redisson.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BackOffHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Pauses a container until the back-off of its failed record has ended, while its consumers stay in their group. If records of several
 * partitions fail, the longest back-off counts: spring-kafka's own handler takes the first. Safe for use by many threads.
 */
final class KafkaPausingBackOff implements BackOffHandler, AutoCloseable {

    private final ThreadPoolTaskScheduler timer = new ThreadPoolTaskScheduler();

    /** Of containers that are paused here, when they go on, by {@link System#nanoTime()}. */
    private final Map<MessageListenerContainer, Long> ends = new HashMap<>();

    KafkaPausingBackOff() {
        timer.setThreadNamePrefix("delay-queue-kafka-retry-");
        timer.setDaemon(true);
        timer.initialize();
    }

    @Override
    public synchronized void onNextBackOff(
            @Nullable MessageListenerContainer container, @Nullable Exception failure, long interval) {
        if (container == null || isPausedByOthers(container)) {
            return;
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(interval);
        ends.merge(container, end, (one, other) -> one - other > 0 ? one : other);
        container.pause();
        var unused = timer.getScheduledThreadPoolExecutor()
                .schedule(() -> resume(container), interval, TimeUnit.MILLISECONDS);
    }

    /** The record is delivered again when they resume the container. */
    private boolean isPausedByOthers(MessageListenerContainer container) {
        return container.isPauseRequested() && !ends.containsKey(container);
    }

    private synchronized void resume(MessageListenerContainer container) {
        Long end = ends.get(container);
        if (end != null && System.nanoTime() - end >= 0) {
            ends.remove(container);
            container.resume();
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
