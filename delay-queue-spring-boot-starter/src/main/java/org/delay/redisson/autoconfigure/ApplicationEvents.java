package org.delay.redisson.autoconfigure;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.report.DispatchListener;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/** Tells the application of messages that it will not receive. Its listeners may block: the engine waits for none of them. */
@RequiredArgsConstructor
final class ApplicationEvents implements DispatchListener {

    private final ApplicationEventPublisher publisher;

    @Override
    public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
        publisher.publishEvent(new DeadLetterEvent(message, error, cause));
    }

    @Override
    public void expired(DelayedMessage message, Duration lateness) {
        publisher.publishEvent(new MessageExpiredEvent(message, lateness));
    }

    @Override
    public String toString() {
        return "An @EventListener of DeadLetterEvent or MessageExpiredEvent";
    }
}
