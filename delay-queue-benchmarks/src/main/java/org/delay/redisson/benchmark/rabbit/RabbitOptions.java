package org.delay.redisson.benchmark.rabbit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The options of a run.
 *
 * @param rounds how often everything is measured
 * @param messages that are drained
 * @param perSecond messages, where lateness is measured
 * @param time for which lateness is measured
 * @param longest delay of the message behind which others are stuck
 */
record RabbitOptions(int rounds, int messages, int perSecond, Duration time, Duration longest) {

    static final Path REPORT = Path.of("target/benchmarks");

    static final RabbitOptions WARM_UP = new RabbitOptions(1, 1_000, 100, Duration.ofSeconds(1), Duration.ofSeconds(2));

    /** @param arguments {@code --quick}: small sizes, and one round */
    static RabbitOptions of(List<String> arguments) {
        boolean quick = false;
        for (String argument : arguments) {
            if (argument.equals("--quick")) {
                quick = true;
            } else if (!argument.isBlank()) {
                throw new IllegalArgumentException("There is no option " + argument + "; there is --quick");
            }
        }
        return quick
                ? new RabbitOptions(1, 5_000, 200, Duration.ofSeconds(10), Duration.ofSeconds(10))
                : new RabbitOptions(3, 50_000, 1_000, Duration.ofSeconds(30), Duration.ofSeconds(60));
    }
}
