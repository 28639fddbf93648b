package org.delay.redisson.http.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import lombok.RequiredArgsConstructor;

/** Times with Micrometer. Tags have few values: targets are configured, and topics and ids are no tags. */
@RequiredArgsConstructor
final class MicrometerWebhookMeters implements WebhookMeters {

    private final MeterRegistry registry;

    /** Counts begin at 0, not with their first call: what grows from nothing to 1 has no increase for Prometheus. */
    @Override
    public void target(String target) {
        for (Outcome outcome : Outcome.values()) {
            var unused = timer(target, outcome);
        }
    }

    @Override
    public void called(String target, Outcome outcome, Duration took) {
        timer(target, outcome).record(took);
    }

    private Timer timer(String target, Outcome outcome) {
        return Timer.builder("delay.queue.webhook.call")
                .description("Time from the start of a call until the head of its answer, or until it failed")
                .tag("target", target)
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
