package org.delay.redisson.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;
import lombok.RequiredArgsConstructor;

/** Counts with Micrometer. Tags have few values: topics and ids are none. */
@RequiredArgsConstructor
final class MicrometerApiMeters implements ApiMeters {

    private static final String PREFIX = "delay.queue.http.";

    private final MeterRegistry registry;

    @Override
    public void waiters(IntSupplier number) {
        Gauge.builder(PREFIX + "waiters", number::getAsInt)
                .description("Clients that wait for messages at this instance")
                .register(registry);
    }

    @Override
    public void problem(ApiProblem problem) {
        Counter.builder(PREFIX + "problems")
                .description("Requests that were answered with a problem")
                .tag("type", problem.type())
                .register(registry)
                .increment();
    }

    @Override
    public void received(int messages) {
        count("received", "Messages that were written to clients", messages);
    }

    @Override
    public void returned(int messages) {
        count("returned", "Messages that could not be written to their client, and were released", messages);
    }

    private void count(String name, String description, int number) {
        Counter.builder(PREFIX + name)
                .description(description)
                .register(registry)
                .increment(number);
    }

    @Override
    public void settled(SettleAction action, int done, int lost) {
        settled(action, "done", done);
        settled(action, "lost", lost);
    }

    private void settled(SettleAction action, String outcome, int number) {
        if (number > 0) {
            Counter.builder(PREFIX + "settled")
                    .description("Messages that clients settled, or that were not theirs any more")
                    .tag("action", action.text())
                    .tag("outcome", outcome)
                    .register(registry)
                    .increment(number);
        }
    }
}
