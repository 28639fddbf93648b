package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** Time in which something goes wrong. Nothing is expected at its end: what must come is waited for. */
final class Pause {

    private static final Duration SLACK = Duration.ofMinutes(1);

    private Pause() {}

    static void of(Duration time) {
        await().pollDelay(time).atMost(time.plus(SLACK)).until(() -> true);
    }
}
