package org.delay.redisson.http;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Answers all clients that wait when the application begins to stop. Neither the web server, which waits for requests under way,
 * nor the engine, which waits for handlers, comes before this.
 */
@RequiredArgsConstructor
final class ApiStop implements ApplicationListener<ContextClosedEvent> {

    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final ApplicationContext context;
    private final ApiState state;
    private final Waiters waiters;
    private final Arrivals arrivals;

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == context) {
            state.stop();
            arrivals.stop();
            waiters.stop();
            state.awaitAnswers(LONGEST);
        }
    }
}
